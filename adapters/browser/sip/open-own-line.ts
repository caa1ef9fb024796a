import type { LineEvent, PhoneLine } from '#core/phone/phone-line.port.ts';
import { openSipLine } from './open-sip-line.ts';
import type { SipLineOptions } from './sip-line.ts';
import type { OwnLineNews, OwnLine } from './own-line.ts';

/** A test that loses its way has failed: nothing is mended. */
const noNetwork = { window: new EventTarget(), connection: null };

/** The line of a phone that is there for a test only: the same as agents have, with nothing that mends it. */
export function openOwnLine(
  { sound, transport }: Pick<SipLineOptions, 'sound' | 'transport'>,
  news: OwnLineNews,
): OwnLine {
  let line: PhoneLine | null = null;

  function onLineEvent(event: LineEvent): void {
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
      opened.onEvent((event) => line === opened && onLineEvent(event));
      opened.start(account);
    },
    line: () => line,
    close,
  };
}
