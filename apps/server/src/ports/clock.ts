// Wall time, for sessions, limits, leases and heartbeats. Market time comes with the market's own events.
export interface Clock {
  nowMs(): number;
}
