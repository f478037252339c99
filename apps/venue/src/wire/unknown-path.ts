// What each wire answers to a path that it does not have, in its own form: clients read a code there, whatever they asked for.

const NOT_FOUND = 404;

/** By how the path begins; the first that fits. */
const ANSWERS: readonly [prefix: string, answer: (path: string, method: string) => object][] = [
  ['/api/v5/', () => ({ code: '404', data: [], msg: 'Not Found' })],
  ['/api/v2/', () => ({ code: '40404', msg: 'Request URL NOT FOUND', requestTime: Date.now(), data: null })],
  ['/api/v4/', () => ({ label: 'NOT_FOUND', message: 'Not found' })],
  ['/v5/', () => ({ retCode: NOT_FOUND, retMsg: 'Not Found', result: {}, retExtInfo: {}, time: Date.now() })],
  ['/api/', binance],
  ['/sapi/', binance],
  ['/fapi/', binance],
  ['/dapi/', binance],
  ['/eapi/', binance],
  ['/papi/', binance],
];

export function unknownPath(url: string, method: string): object {
  const [path = ''] = url.split('?');
  const answer = ANSWERS.find(([prefix]) => path.startsWith(prefix))?.[1];
  return answer?.(path, method) ?? { code: 'NOT_FOUND', msg: 'no such call' };
}

function binance(path: string, method: string): object {
  return { code: -5000, msg: `Path ${path}, Method ${method} is invalid` };
}
