/** Timers that can be counted, never keep the process alive and never throw. */
export interface SipTimers {
  after(ms: number, work: () => void): SipTimer;
  readonly running: number;
  stop(): void;
}

export interface SipTimer {
  cancel(): void;
}
