// Back as a person means it: one step in the history of this visit, or the parent page when they came by a link.
import { useLocation, useNavigate } from 'react-router';

export function useBack(parent: string): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  return () => {
    if (key === 'default') void navigate(parent, { replace: true });
    else void navigate(-1);
  };
}
