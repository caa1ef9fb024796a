import type { OutsideCaller, RingOptions, Telephony } from '#core/telephony/telephony.port.ts';

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
export type IncomingLineCall = Pick<OutsideCaller, 'from' | 'networkWord'> & { to: string };

/** Lines that processes and nodes have themselves. All others are the edge's, by their names. */
export interface OwnLines {
  /** Null: it is none of them. A number: no call goes over it now, and this is the status to say so with. */
  wayOf(line: string, call: { number: string } & Pick<RingOptions, 'callerId' | 'callerName'>): LineWay | number | null;
  /**
   * What a call says that came in over it; null: as it stands there. A number: its limits let no further one in, and this is the status to
   * say so with. `variables` are the channel's variables, `asked` whom it asked for.
   */
  readIncoming(
    line: string,
    variables: Readonly<Record<string, string>>,
    asked: string,
  ): IncomingLineCall | number | null;
  /** The exchange they belong to stands. */
  joined?(exchange: LineExchange): void;
}

/** What lines need of the exchange they belong to. */
export interface LineExchange extends Pick<Telephony, 'ring' | 'hangUp' | 'onEvent'> {
  /** Calls that are on a line now, whoever began them. */
  callsOn(line: string): { outgoing: number; incoming: number };
}

/** Several books of lines as one. */
export const allLines = (...books: readonly OwnLines[]): OwnLines => ({
  wayOf: (line, call) => firstOf(books, (book) => book.wayOf(line, call)),
  readIncoming: (line, variables, asked) => firstOf(books, (book) => book.readIncoming(line, variables, asked)),
  joined(exchange) {
    for (const book of books) book.joined?.(exchange);
  },
});

function firstOf<T>(books: readonly OwnLines[], ask: (book: OwnLines) => T | null): T | null {
  for (const book of books) {
    const answer = ask(book);
    if (answer !== null) return answer;
  }
  return null;
}
