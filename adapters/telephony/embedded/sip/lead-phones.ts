import { readMessage } from './message-check.ts';
import { answerTo } from './sip-answer.ts';
import type { Wire, WireEnd } from './wire.ts';

/** Where a phone is served: here (null), or by somebody who gets what it says. */
export type LeadPhone = (account: string, wire: Wire) => Promise<WireEnd | null>;

/** More than a phone says before it is answered. */
const MOST_WAITING = 20;
/** Come again: where to is being found out. */
const TRY_AGAIN = 1_012;

/** Who speaks: the name of the account in `From`, which proves itself later. */
const FROM = /^(?:from|f)[ \t]*:[^\r\n]*?sips?:([^@;>\s]{1,64})@/im;

/**
 * Connections whose account is served elsewhere are led there with the first thing they say; the others stay. Until it is known
 * what they say waits. A connection counts here, with its limits, until it is led away.
 */
export function leadingPhones(connect: (wire: Wire) => WireEnd, lead: LeadPhone): (wire: Wire) => WireEnd {
  return (wire) => {
    let end = connect(wire);
    let waiting: string[] | null = null;
    let isKnown = false;
    let isClosed = false;

    function settle(found: WireEnd | null): void {
      if (isClosed) return found?.closed();
      const heldBack = waiting ?? [];
      waiting = null;
      isKnown = true;
      if (found) {
        end.closed();
        end = found;
      }
      for (const text of heldBack) end.receive(text);
    }

    /** On a port of SIP's own a phone hears of it by an answer alone; with a second server it goes there. */
    function turnAway(): void {
      for (const text of wire.way && !isClosed ? (waiting ?? []) : []) {
        const read = readMessage(text);
        if (read.kind === 'request' && read.message.method === 'REGISTER')
          wire.send(answerTo(read.asked, 503, { headers: ['Retry-After: 5'] }));
      }
      wire.close(TRY_AGAIN);
    }

    return {
      receive(text) {
        const account = isKnown || waiting ? undefined : FROM.exec(text)?.[1];
        if (account !== undefined) {
          waiting = [text];
          lead(account, wire).then(settle, turnAway);
        } else if (!waiting) end.receive(text);
        else if (waiting.push(text) > MOST_WAITING) wire.close(TRY_AGAIN);
      },
      touch: () => end.touch(),
      closed() {
        isClosed = true;
        end.closed();
      },
      isSignedIn: () => end.isSignedIn(),
    };
  };
}
