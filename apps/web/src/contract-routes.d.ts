// The shape of what build/contract-routes.ts makes out of the contract.
declare module 'virtual:contract-routes' {
  import type { Access, Method } from '@cormorant/contract/call.ts';
  import type { CallName } from '@cormorant/contract/calls.ts';

  export interface Route {
    readonly method: Method;
    readonly path: string;
    readonly access: Access;
    readonly acts: boolean;
    readonly autoToast: boolean;
    readonly poll: boolean;
    readonly inPath?: string;
  }
  export const routes: Readonly<Record<CallName, Route>>;
}
