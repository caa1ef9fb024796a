import type { VisitorPass, VisitorPhone, VisitorPhoneEvent } from '#core/chat/visitor-phone.port.ts';
import type { LineEvent, PhoneLine } from '#core/phone/phone-line.port.ts';
import { openOneMicrophone } from '../sound/open-one-microphone.ts';
import { openSipLine } from './open-sip-line.ts';
import type { SipLineOptions } from './sip-line.ts';

const SESSION = 'call';
/** Quality is the exchange's to report of guests. */
const REPORT_SEC = 3_600;

/** A guest's connection that is gone has ended the call: a change of network is no news, there is no way back. */
const noNetwork = { window: new EventTarget(), connection: null };

/** The telephone of a visitor's page: the same line agents have, without a registration. */
export function openVisitorPhone(
  options: Pick<SipLineOptions, 'transport'> & { sound?: ReturnType<typeof openOneMicrophone> } = {},
): VisitorPhone {
  const listeners = new Set<(event: VisitorPhoneEvent) => void>();
  const sound = options.sound ?? openOneMicrophone((bars) => emit({ type: 'level', bars }));
  const line: PhoneLine = openSipLine({
    sound,
    network: noNetwork,
    ...(options.transport ? { transport: options.transport } : {}),
  });
  let pass: VisitorPass | null = null;
  let isPlaced = false;

  function emit(event: VisitorPhoneEvent): void {
    for (const listener of listeners) listener(event);
  }

  /** Puts everything away, but not while SIP.js is still speaking of the end; a call that began meanwhile stays. */
  function rest(): void {
    pass = null;
    sound.close();
    queueMicrotask(() => pass === null && line.stop());
  }

  function end(by: 'us' | 'them' | 'lost', status: number | null): void {
    if (!pass) return;
    rest();
    emit({ type: 'ended', by, status });
  }

  line.onEvent((event: LineEvent) => {
    switch (event.type) {
      case 'connected':
        if (!pass || isPlaced) return;
        isPlaced = true;
        return line.call(SESSION, pass.to);
      case 'disconnected':
        return end('lost', null);
      case 'answered':
      case 'soundLost':
      case 'soundBack':
        return emit({ type: event.type });
      case 'ended':
        return end(event.by, event.status);
      default:
    }
  });

  // Whoever closes the page has hung up; the exchange also notices when the connection goes.
  globalThis.addEventListener?.('pagehide', () => line.stop());

  return {
    openMicrophone: () => sound.open(),
    call(given) {
      [pass, isPlaced] = [given, false];
      const { url, domain, guest, ha1, ice_servers: iceServers } = given;
      line.start({ url, domain, number: guest, ha1, iceServers, reportEverySec: REPORT_SEC });
    },
    mute: (on) => line.mute(SESSION, on),
    hangUp: rest,
    onEvent(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
