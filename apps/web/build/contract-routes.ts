// A Vite plugin that hands the browser what it needs of each declared call (method, path, who may call, how its toast
// behaves) without the schemas, which only the server runs. Read from the contract itself, so nothing is written twice.
import type { Plugin } from 'vite';

const id = 'virtual:contract-routes';
const resolved = `\0${id}`;

export function contractRoutes(): Plugin {
  return {
    name: 'contract-routes',
    resolveId: (source) => (source === id ? resolved : undefined),
    async load(source) {
      if (source !== resolved) return undefined;
      const { allCalls } = await import('@cormorant/contract/calls.ts');
      const routes = Object.entries(allCalls).map(([name, { method, path, access, acts, autoToast, ...call }]) => [
        name,
        {
          ...{ method, path, access, acts, autoToast, poll: 'poll' in call ? call.poll : false },
          ...('inPath' in call && { inPath: call.inPath }),
        },
      ]);
      return `export const routes = ${JSON.stringify(Object.fromEntries(routes))};`;
    },
  };
}
