import type { Call } from '#core/call/call.ts';

export interface RecentCall {
  tenantId: number;
  users: ReadonlySet<number>;
  customerNumber: string;
  answeredMs: number | null;
  /** Its end, or now. */
  lastMs: number;
}

/** Calls that go on and those that ended lately: who talked in them, and when. */
export interface RecentCalls {
  remember(call: Call): void;
  /** Null when it is longer ago, or of another tenant. */
  find(tenantId: number, callId: string): RecentCall | null;
}
