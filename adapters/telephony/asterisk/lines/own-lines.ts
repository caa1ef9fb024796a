import type { OutsideCaller, RingOptions } from '#core/telephony/telephony.port.ts';

/** How a node calls a number over a line that is not the edge's. */
export interface LineWay {
  /** As Asterisk names it: `PJSIP/ENDPOINT/sip:NUMBER@HOST`. */
  endpoint: string;
  /** Who From says calls. */
  callerId: string;
  callerName?: string;
  /** Headers of this call, beside those the call brings itself. */
  headers?: Readonly<Record<string, string>>;
}

/** A call that came in over such a line, in numbers of ours. */
export type LineCall = Pick<OutsideCaller, 'from' | 'networkWord'> & { to: string };

/** Lines that processes and nodes have themselves. All others are the edge's, by their names. */
export interface OwnLines {
  /** Null: it is none of them. A number: no call goes over it now, and this is the status to say so with. */
  wayOf(line: string, call: { number: string } & Pick<RingOptions, 'callerId' | 'callerName'>): LineWay | number | null;
  /** What a call says that came in over it; null: as it stands there. `said` are the channel's variables. */
  heardOn(line: string, said: Readonly<Record<string, string>>): LineCall | null;
  /** A leg of this line began or ended. */
  used?(line: string, how: 'outgoing' | 'incoming', change: 1 | -1): void;
}

/** Several books of lines as one. */
export const allLines = (...books: readonly OwnLines[]): OwnLines => ({
  wayOf: (line, call) => firstOf(books, (book) => book.wayOf(line, call)),
  heardOn: (line, said) => firstOf(books, (book) => book.heardOn(line, said)),
  used(line, how, change) {
    for (const book of books) book.used?.(line, how, change);
  },
});

function firstOf<T>(books: readonly OwnLines[], ask: (book: OwnLines) => T | null): T | null {
  for (const book of books) {
    const answer = ask(book);
    if (answer !== null) return answer;
  }
  return null;
}
