// Lets rooms below the router move the app: the router registers itself when it is first drawn. Who asks before that (a
// wallet that stands for somebody else, looked at while the first screen is still being drawn) is moved then.
export interface Going {
  readonly replace?: boolean;
  /** Where the login page leads back to. */
  readonly from?: string;
}

export type Navigate = (path: string, going: Going) => void;

let navigate: Navigate | null = null;
let waiting: { readonly path: string; readonly going: Going } | null = null;

export function registerNavigation(next: Navigate): void {
  navigate = next;
  if (waiting === null) return;
  const { path, going } = waiting;
  waiting = null;
  next(path, going);
}

/** Where the app should be; of several that come before the router the last one counts. */
export function goTo(path: string, going: Going = {}): void {
  if (navigate === null) waiting = { path, going };
  else navigate(path, going);
}
