// Where the one toast stands, announced to screen readers: errors at once, the rest when there is a pause.
import { useToast } from '../lib/toasts.ts';
import { Icon } from '../ui/icon.tsx';

const icons = { success: 'check', error: 'warn', warning: 'warn', info: 'info' } as const;

export function ToastHost() {
  const toast = useToast((state) => state.toast);
  return (
    <div
      className="toasts"
      role={toast?.kind === 'error' ? 'alert' : 'status'}
      aria-live={toast?.kind === 'error' ? 'assertive' : 'polite'}
    >
      {toast ? (
        <div key={toast.id} className="toast" data-kind={toast.kind}>
          <Icon name={icons[toast.kind]} size="s" />
          {toast.text}
        </div>
      ) : null}
    </div>
  );
}
