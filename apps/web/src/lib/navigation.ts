// Lets rooms below the router move the app: the router registers itself once, before any call is made.
export interface Going {
  readonly replace?: boolean;
  /** Where the login page leads back to. */
  readonly from?: string;
}

export type Navigate = (path: string, going: Going) => void;

let navigate: Navigate | null = null;

export function registerNavigation(next: Navigate): void {
  navigate = next;
}

export function goTo(path: string, going: Going = {}): void {
  navigate?.(path, going);
}
