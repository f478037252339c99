// Whether the push connection can be opened from here, on a socket of its own: open, ping, pong. Nobody is signed in on it.
import { webSocketAddress } from '../../platform/browser.ts';

const withinMs = 8_000;

/** Milliseconds to open, and from ping to pong. */
export function shakeHands(): Promise<{ readonly openMs: number; readonly pongMs: number }> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    let openedAt = startedAt;
    const socket = new WebSocket(webSocketAddress('/ws'));
    const timer = setTimeout(() => settle(() => reject(new Error('timeout'))), withinMs);
    function settle(tell: () => void) {
      clearTimeout(timer);
      socket.onclose = null;
      socket.close();
      tell();
    }
    socket.onopen = () => {
      openedAt = performance.now();
      socket.send(JSON.stringify({ op: 'ping', t: Date.now() }));
    };
    socket.onmessage = (event) => {
      if (!String(event.data).includes('"pong"')) return;
      settle(() => resolve({ openMs: openedAt - startedAt, pongMs: performance.now() - openedAt }));
    };
    socket.onclose = (event) => settle(() => reject(new Error(`closed ${event.code}`)));
  });
}
