import type { CallRecord } from '#features/voice/call-records/contract.ts';

/** What of a record calling back needs. */
export type CalledBack = Pick<CallRecord, 'callId' | 'number' | 'displayNumber' | 'country' | 'customerName'>;

/** A number to call: whole, with its country's code; or the word that stands for one the reader may not see. */
export interface CalledNumber {
  number: string;
  /** Empty unless the number is hidden. */
  word: string;
  country: string;
  /** Shown in the call until the server tells who it is. */
  name: string;
  /** The campaign it is called for, and the route that campaign's calls leave by; 0 for the one chosen in the dialer. */
  task?: { taskId: string; customerId: string; routerId: number };
}
