import type { TestFault, ProbePhone, ProbePhoneEvent } from '#core/line-check/probe-phone.port.ts';
import type { LineEvent } from '#core/phone/phone-line.port.ts';
import { openProbeTone } from '../sound/open-probe-tone.ts';
import type { ProbeTone } from '../sound/probe-tone.ts';
import { openOwnLine } from './open-own-line.ts';
import type { OwnLine } from './own-line.ts';
import type { SipLineOptions } from './sip-line.ts';

const SESSION = 'test';

/** The telephone that tests lines: the same line agents have, with an account and sound of its own. */
export function openProbePhone(options: Pick<SipLineOptions, 'transport'> & { sound?: ProbeTone } = {}): ProbePhone {
  const listeners = new Set<(event: ProbePhoneEvent) => void>();
  const sound = options.sound ?? openProbeTone();
  let isAnswered = false;

  const emit = (event: ProbePhoneEvent): void => listeners.forEach((listener) => listener(event));

  const own: OwnLine = openOwnLine(
    { sound, ...options },
    {
      registered: () => emit({ type: 'registered' }),
      refused: (status) => fail(status === 0 ? 'connect' : 'register'),
      lost: () => fail(isAnswered ? 'lost' : 'connect'),
      event: onLineEvent,
    },
  );

  function close(): void {
    isAnswered = false;
    own.close(() => sound.close());
  }

  function fail(why: TestFault): void {
    close();
    emit({ type: 'failed', why });
  }

  function onLineEvent(event: LineEvent): void {
    switch (event.type) {
      case 'incoming':
        // Nobody knows this number.
        return own.line()?.decline(event.session, 480);
      case 'answered':
        isAnswered = true;
        return emit({ type: 'answered' });
      case 'statistics':
        return emit({ type: 'heard', statistics: event.statistics });
      case 'ended':
        return event.session === SESSION ? fail(isAnswered ? 'lost' : 'unanswered') : undefined;
      default:
    }
  }

  globalThis.addEventListener?.('pagehide', close);

  return {
    open(account) {
      close();
      own.open(account);
    },
    call(number, { isHeard, sink }) {
      sound.listen(isHeard, sink);
      own.line()?.call(SESSION, number);
    },
    close,
    onEvent(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
