/**
 * The price a call holds money by, and is charged by: what it was when the call began. Kept with the hold, then with the entry,
 * which stays for good: nothing about a person belongs into it.
 */
export interface HeldPrice {
  /** Minutes of a line, or minutes a flow talks. */
  service: 'call' | 'ai';
  kind: 'manual' | 'task' | 'ai' | 'inbound';
  direction: 'outbound' | 'inbound';
  /** Of the outside number; empty where none is known. */
  country: string;
  prefix: string;
  firstSec: number;
  nextSec: number;
  minuteE4: number;
  setupE4: number;
  /** The list it stands in; null: nowhere, the call is free. */
  listId: number | null;
}
