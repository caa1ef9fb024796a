import type { PcmStream } from '../telephony/telephony.port.ts';

/** What is heard at the far end of a call that was dialled while nobody of ours listened. Each is told once, in this order. */
export type HeardAnswerer =
  /** Words, of whomever. */
  | { is: 'speech' }
  /** Somebody who says a word and waits, or says nothing; `silentMs`: for how long since. */
  | { is: 'person'; silentMs: number }
  | { is: 'machine' }
  /** The machine has said what it says, and would record now. */
  | { is: 'machineWaits' };

export interface AnswererEar {
  /** Listens until what it answers is called. Null: it hears enough others already. */
  listen(stream: PcmStream, onAnswerer: (answerer: HeardAnswerer) => void): (() => void) | null;
}
