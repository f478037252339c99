// Toasts: one at a time, the newest wins. Success, warning and info stand 3 s, an error 4 s.
import { create } from 'zustand';

export type ToastKind = 'success' | 'error' | 'warning' | 'info';

export interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly text: string;
}

export const toastMs: Readonly<Record<ToastKind, number>> = { success: 3000, error: 4000, warning: 3000, info: 3000 };

export const useToast = create<{ toast: Toast | null }>()(() => ({ toast: null }));

let timer: ReturnType<typeof setTimeout> | undefined;
let lastId = 0;

export function showToast(kind: ToastKind, text: string): void {
  clearTimeout(timer);
  lastId += 1;
  useToast.setState({ toast: { id: lastId, kind, text } });
  timer = setTimeout(() => useToast.setState({ toast: null }), toastMs[kind]);
}
