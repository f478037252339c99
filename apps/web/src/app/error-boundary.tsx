// Catches what a screen throws while it is drawn. It gives the next path a fresh try, so one broken screen never takes
// the others with it.
import { Component, type ReactNode } from 'react';
import { ErrorPage } from './error-page.tsx';

interface Props {
  readonly path: string;
  readonly children: ReactNode;
}

interface State {
  readonly failedAt: string | null;
}

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failedAt: null };

  static getDerivedStateFromError(): Partial<State> {
    return { failedAt: '' };
  }

  static getDerivedStateFromProps(props: Props, state: State): State | null {
    if (state.failedAt === '') return { failedAt: props.path };
    return state.failedAt !== null && state.failedAt !== props.path ? { failedAt: null } : null;
  }

  override render(): ReactNode {
    return this.state.failedAt === null ? this.props.children : <ErrorPage />;
  }
}
