import type { FlowPhone, FlowPhoneEvent } from '#core/flow-test/flow-phone.port.ts';
import type { LineEvent, PhoneLine } from '#core/phone/phone-line.port.ts';
import { openOneMicrophone, type OneMicrophone } from '../sound/one-microphone.ts';
import { openSipLine, type SipLineOptions } from './sip-line.ts';

const REPORT_SEC = 3_600;
/** A sixth of a second: the gaps inside words are no silence. What was before does not count, so that silence shows at once. */
const EAR_FFT = 8_192;
/** A test that loses its way has failed: nothing is mended. */
const noNetwork = { window: new EventTarget(), connection: null };

/** The telephone of a test: the same line agents have, with an account of its own and an ear for how loud the flow is. */
export function openFlowPhone(options: Pick<SipLineOptions, 'transport'> & { sound?: OneMicrophone } = {}): FlowPhone {
  const listeners = new Set<(event: FlowPhoneEvent) => void>();
  const ear = openEar();
  const microphone = options.sound ?? openOneMicrophone(() => {});
  const sound = { ...microphone, playVoice: (voice: MediaStream | null) => (ear.listen(voice), microphone.playVoice(voice)) };
  let line: PhoneLine | null = null;
  let session: string | null = null;

  const tell = (event: FlowPhoneEvent): void => listeners.forEach((listener) => listener(event));

  function heard(event: LineEvent): void {
    switch (event.type) {
      case 'connected':
        return line?.register();
      case 'registered':
        return tell({ type: 'registered' });
      case 'registrationFailed':
        return tell({ type: 'failed', text: `Registration refused (${event.status})` });
      case 'disconnected':
        return tell({ type: 'failed', text: 'WebSocket closed' });
      case 'incoming':
        session = event.session;
        return tell({ type: 'incoming' });
      case 'answered':
        return tell({ type: 'answered' });
      case 'ended':
        if (event.session !== session) return;
        session = null;
        return tell({ type: 'ended' });
      case 'error':
        return event.which === 'connect' || event.which === 'register' ? undefined : tell({ type: 'failed', text: event.detail });
      default:
    }
  }

  function close(): void {
    const old = line;
    line = null;
    session = null;
    microphone.close();
    ear.close();
    // Not while SIP.js is still speaking of the end.
    if (old) queueMicrotask(() => old.stop());
  }

  globalThis.addEventListener?.('pagehide', close);

  return {
    openMicrophone: () => microphone.open(),
    register({ url, domain, number, ha1, iceServers }) {
      const opened = openSipLine({ sound, network: noNetwork, ...(options.transport ? { transport: options.transport } : {}) });
      line?.stop();
      line = opened;
      opened.onEvent((event) => line === opened && heard(event));
      opened.start({ url, domain, number, ha1, iceServers, reportEverySec: REPORT_SEC });
    },
    answer: () => void (session !== null && line?.answer(session)),
    hangUp: () => void (session !== null && line?.hangUp(session)),
    pressKeys(keys) {
      if (session !== null) for (const key of keys) line?.sendTone(session, key);
    },
    spectrum: ear.spectrum,
    close,
    onEvent(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Hears how strong each frequency of a voice is, without playing it. */
function openEar() {
  const nothing = new Uint8Array(0);
  let context: AudioContext | null = null;
  let analyser: AnalyserNode | null = null;
  let strengths = nothing;
  return {
    listen(voice: MediaStream | null): void {
      analyser?.disconnect();
      analyser = null;
      if (voice === null || voice.getAudioTracks().length === 0 || typeof AudioContext === 'undefined') return;
      context ??= new AudioContext();
      void context.resume().catch(() => {});
      analyser = context.createAnalyser();
      analyser.fftSize = EAR_FFT;
      analyser.smoothingTimeConstant = 0;
      strengths = new Uint8Array(analyser.frequencyBinCount);
      context.createMediaStreamSource(voice).connect(analyser);
    },
    spectrum(): Uint8Array {
      if (!analyser) return nothing;
      analyser.getByteFrequencyData(strengths as Uint8Array<ArrayBuffer>);
      return strengths;
    },
    close(): void {
      void context?.close().catch(() => {});
      [context, analyser] = [null, null];
    },
  };
}
