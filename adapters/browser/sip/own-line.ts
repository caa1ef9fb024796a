import type { LineAccount, LineEvent, PhoneLine } from '#core/phone/phone-line.port.ts';
import { openSipLine } from './open-sip-line.ts';
import type { SipLineOptions } from './sip-line.ts';

/** What becomes of such a line. */
export interface OwnLineNews {
  registered(): void;
  /** The exchange does not take the account; 0: it could not even be asked. */
  refused(status: number): void;
  /** The connection is gone, or could not be made. */
  lost(): void;
  /** Everything of calls, and faults. */
  event(event: LineEvent): void;
}

/** A line with an account of its own: it connects and registers by itself, and tells nothing once it was closed. */
export interface OwnLine {
  /** One that was open is closed. */
  open(account: LineAccount): void;
  /** Null while it is closed. */
  line(): PhoneLine | null;
  /** Hangs up and disconnects; `then` once that is done, and not where nothing was open. */
  close(then?: () => void): void;
}

/** A test that loses its way has failed: nothing is mended. */
const noNetwork = { window: new EventTarget(), connection: null };

/** The line of a phone that is there for a test only: the same as agents have, with nothing that mends it. */
export function openOwnLine(
  { sound, transport }: Pick<SipLineOptions, 'sound' | 'transport'>,
  news: OwnLineNews,
): OwnLine {
  let line: PhoneLine | null = null;

  function heard(event: LineEvent): void {
    switch (event.type) {
      case 'connected':
        return line?.register();
      case 'registered':
        return news.registered();
      case 'registrationFailed':
        return news.refused(event.status);
      case 'disconnected':
        return news.lost();
      default:
        return news.event(event);
    }
  }

  function close(then: () => void = () => {}): void {
    const old = line;
    line = null;
    if (!old) return;
    // Not while SIP.js is still speaking of the end.
    queueMicrotask(() => {
      old.stop();
      then();
    });
  }

  return {
    open(account) {
      close();
      const opened = openSipLine({ sound, network: noNetwork, ...(transport ? { transport } : {}) });
      line = opened;
      opened.onEvent((event) => line === opened && heard(event));
      opened.start(account);
    },
    line: () => line,
    close,
  };
}
