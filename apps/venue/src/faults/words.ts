// What each wire says when a fault speaks: its own statuses and codes, so that a client meets what it would meet there.
import type { Wire } from './calls.ts';

export type FaultWord = 'key_revoked' | 'ip_changed' | 'maintenance' | 'rate_limited' | 'banned' | 'unknown_outcome';

export interface Words {
  readonly status: number;
  readonly body:
    | { readonly code: string | number; readonly msg: string; readonly data?: readonly [] | null }
    | { readonly label: string; readonly message: string }
    | { readonly retCode: number; readonly retMsg: string; readonly result: Readonly<Record<string, never>> };
}

const OWN: Readonly<Record<FaultWord, Words>> = {
  key_revoked: { status: 401, body: { code: 'KEY_REVOKED', msg: 'the key of this account is revoked' } },
  ip_changed: { status: 401, body: { code: 'IP_NOT_LISTED', msg: 'this address is not on the list of the key' } },
  maintenance: { status: 503, body: { code: 'MAINTENANCE', msg: 'the exchange is in maintenance' } },
  rate_limited: { status: 429, body: { code: 'RATE_LIMITED', msg: 'too many requests' } },
  banned: { status: 418, body: { code: 'BANNED', msg: 'this address is banned for too many requests' } },
  unknown_outcome: { status: 503, body: { code: 'TIMEOUT', msg: 'no answer from behind the door in time' } },
};

/** Binance's, spot and USD-M alike. */
const BINANCE: Readonly<Record<FaultWord, Words>> = {
  key_revoked: { status: 401, body: { code: -2008, msg: 'Invalid Api-Key ID.' } },
  ip_changed: { status: 401, body: { code: -2015, msg: 'Invalid API-key, IP, or permissions for action.' } },
  maintenance: { status: 503, body: { code: -1016, msg: 'This service is no longer available.' } },
  rate_limited: {
    status: 429,
    body: { code: -1003, msg: 'Too many requests; please use the websocket for live updates.' },
  },
  banned: { status: 418, body: { code: -1003, msg: 'Way too much request weight used; IP banned.' } },
  unknown_outcome: {
    status: 408,
    body: {
      code: -1007,
      msg: 'Timeout waiting for response from backend server. Send status unknown; execution status unknown.',
    },
  },
};

const okx = (status: number, code: string, msg: string): Words => ({ status, body: { code, data: [], msg } });

/** It bans nobody for longer than it limits, and says so in the same words. */
const OKX: Readonly<Record<FaultWord, Words>> = {
  key_revoked: okx(401, '50111', 'Invalid OK-ACCESS-KEY.'),
  ip_changed: okx(401, '50110', "Your IP is not included in your API key's IP whitelist."),
  maintenance: okx(503, '50001', 'Service temporarily unavailable. Try again later.'),
  rate_limited: okx(429, '50011', 'Requests too frequent.'),
  banned: okx(429, '50011', 'Requests too frequent.'),
  unknown_outcome: okx(400, '50004', 'API endpoint request timeout (does not indicate success or failure of order).'),
};

const bybit = (status: number, retCode: number, retMsg: string): Words => ({
  status,
  body: { retCode, retMsg, result: {} },
});

const BYBIT: Readonly<Record<FaultWord, Words>> = {
  key_revoked: bybit(200, 10003, 'API key is invalid.'),
  ip_changed: bybit(200, 10010, "Unmatched IP, please check your API key's bound IP addresses."),
  maintenance: bybit(200, 10016, 'Server error.'),
  rate_limited: bybit(200, 10006, 'Too many visits. Exceeded the API Rate Limit.'),
  banned: bybit(403, 10018, 'Exceeded the IP Rate Limit.'),
  unknown_outcome: bybit(200, 10000, 'Server Timeout'),
};

const bitget = (status: number, code: string, msg: string): Words => ({ status, body: { code, msg, data: null } });

const BITGET: Readonly<Record<FaultWord, Words>> = {
  key_revoked: bitget(400, '40006', 'Invalid ACCESS_KEY'),
  ip_changed: bitget(400, '40018', 'Invalid IP'),
  maintenance: bitget(400, '40200', 'Server upgrade, please try again later'),
  rate_limited: bitget(429, '429', 'Too Many Requests'),
  banned: bitget(429, '429', 'Too Many Requests'),
  unknown_outcome: bitget(400, '40725', 'service return an error'),
};

const gate = (status: number, label: string, message: string): Words => ({ status, body: { label, message } });

const GATE: Readonly<Record<FaultWord, Words>> = {
  key_revoked: gate(401, 'INVALID_KEY', 'Invalid key provided'),
  ip_changed: gate(403, 'IP_FORBIDDEN', 'IP not in the whitelist of the key'),
  maintenance: gate(503, 'TOO_BUSY', 'System is busy. Please try again later'),
  rate_limited: gate(429, 'TOO_MANY_REQUESTS', 'Request Rate limit Exceeded'),
  banned: gate(429, 'TOO_MANY_REQUESTS', 'Request Rate limit Exceeded'),
  unknown_outcome: gate(500, 'SERVER_ERROR', 'Internal server error'),
};

const OF_WIRE: Readonly<Record<Wire, Readonly<Record<FaultWord, Words>>>> = {
  own: OWN,
  spot: BINANCE,
  usdm: BINANCE,
  okx: OKX,
  bybit: BYBIT,
  bitget: BITGET,
  gate: GATE,
};

export function wordsOf(wire: Wire, word: FaultWord): Words {
  return OF_WIRE[wire][word];
}
