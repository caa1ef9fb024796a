import type { TestFault, TestPhone, TestPhoneEvent } from '#core/line-check/test-phone.port.ts';
import type { LineEvent, PhoneLine } from '#core/phone/phone-line.port.ts';
import { openTestTone, type TestTone } from '../sound/test-tone.ts';
import { openSipLine, type SipLineOptions } from './sip-line.ts';

const SESSION = 'test';
/** A test call that loses its way has failed: nothing is mended. */
const noNetwork = { window: new EventTarget(), connection: null };

/** The telephone that tests lines: the same line agents have, with an account and sound of its own. */
export function openTestPhone(options: Pick<SipLineOptions, 'transport'> & { sound?: TestTone } = {}): TestPhone {
  const listeners = new Set<(event: TestPhoneEvent) => void>();
  const sound = options.sound ?? openTestTone();
  let line: PhoneLine | null = null;
  let isAnswered = false;

  const tell = (event: TestPhoneEvent): void => listeners.forEach((listener) => listener(event));

  function close(): void {
    const old = line;
    line = null;
    isAnswered = false;
    if (!old) return;
    // Not while SIP.js is still speaking of the end.
    queueMicrotask(() => {
      old.hangUp(SESSION);
      old.stop();
      sound.close();
    });
  }

  function fail(why: TestFault): void {
    close();
    tell({ type: 'failed', why });
  }

  function heard(event: LineEvent): void {
    switch (event.type) {
      case 'connected':
        return line?.register();
      case 'registered':
        return tell({ type: 'registered' });
      case 'registrationFailed':
        return fail(event.status === 0 ? 'connect' : 'register');
      case 'disconnected':
        return fail(isAnswered ? 'lost' : 'connect');
      case 'incoming':
        // Nobody knows this number.
        return line?.decline(event.session, 480);
      case 'answered':
        isAnswered = true;
        return tell({ type: 'answered' });
      case 'statistics':
        return tell({ type: 'heard', statistics: event.statistics });
      case 'ended':
        return event.session === SESSION ? fail(isAnswered ? 'lost' : 'unanswered') : undefined;
      default:
    }
  }

  globalThis.addEventListener?.('pagehide', close);

  return {
    open(account) {
      close();
      const opened = openSipLine({ sound, network: noNetwork, ...(options.transport ? { transport: options.transport } : {}) });
      line = opened;
      opened.onEvent((event) => line === opened && heard(event));
      opened.start(account);
    },
    call(number, { isHeard, sink }) {
      sound.listen(isHeard, sink);
      line?.call(SESSION, number);
    },
    close,
    onEvent(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
