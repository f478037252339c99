// What the runner tells the operator's log. Users read the bots' own log; this one is for faults.
export type RunnerLog = (level: 'warn' | 'error', message: string, detail?: unknown) => void;
