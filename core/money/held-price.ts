/** The price a call holds money by, and is charged by: what it was when the call began. Kept with the hold, then with the entry. */
export interface HeldPrice {
  /** Minutes of a line, or minutes a flow talks. */
  service: 'call' | 'ai';
  kind: 'manual' | 'task' | 'ai' | 'inbound';
  direction: 'outbound' | 'inbound';
  /** Of the outside number; empty where none is known. */
  country: string;
  prefix: string;
  /** Digits, as bills name it; masked where people may not see it. */
  number?: string;
  firstSec: number;
  nextSec: number;
  minuteE4: number;
  setupE4: number;
  /** The list it stands in; null: nowhere, the call is free. */
  listId: number | null;
}
