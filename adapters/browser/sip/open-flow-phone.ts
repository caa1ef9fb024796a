import type { FlowPhone, FlowPhoneEvent } from '#core/flow-test/flow-phone.port.ts';
import type { LineEvent } from '#core/phone/phone-line.port.ts';
import { Ringtone } from '#shared/codes/ringtone.ts';
import { openOneMicrophone } from '../sound/open-one-microphone.ts';
import type { OneMicrophone } from '../sound/one-microphone.ts';
import { openOneBell } from '../tones/open-one-bell.ts';
import type { OneBell } from '../tones/one-bell.ts';
import { openOwnLine } from './open-own-line.ts';
import type { OwnLine } from './own-line.ts';
import type { SipLineOptions } from './sip-line.ts';

const REPORT_SEC = 3_600;
/** A sixth of a second: the gaps inside words are no silence. What was before does not count, so that silence shows at once. */
const EAR_FFT = 8_192;

/** The telephone of a test: the same line agents have, with an account of its own, a bell, and an ear for how loud the flow is. */
export function openFlowPhone(
  options: Pick<SipLineOptions, 'transport'> & { sound?: OneMicrophone; bell?: OneBell } = {},
): FlowPhone {
  const listeners = new Set<(event: FlowPhoneEvent) => void>();
  const ear = openEar();
  const bell = options.bell ?? openOneBell();
  const microphone = options.sound ?? openOneMicrophone(() => {});
  const sound = {
    ...microphone,
    playVoice: (voice: MediaStream | null) => (ear.listen(voice), microphone.playVoice(voice)),
  };
  let session: string | null = null;
  let ringtone: Ringtone = Ringtone.rising;

  const emit = (event: FlowPhoneEvent): void => listeners.forEach((listener) => listener(event));

  const own: OwnLine = openOwnLine(
    { sound, ...(options.transport ? { transport: options.transport } : {}) },
    {
      registered: () => emit({ type: 'registered' }),
      refused: (status) => emit({ type: 'failed', text: `Registration refused (${status})` }),
      lost: () => emit({ type: 'failed', text: 'WebSocket closed' }),
      event: onLineEvent,
    },
  );

  function onLineEvent(event: LineEvent): void {
    switch (event.type) {
      case 'incoming':
        session = event.session;
        bell.ring(ringtone);
        return emit({ type: 'incoming' });
      case 'answered':
        bell.stop();
        return emit({ type: 'answered' });
      case 'ended':
        if (event.session !== session) return;
        bell.stop();
        session = null;
        return emit({ type: 'ended' });
      case 'error':
        // These two are told as refused and lost.
        return event.which === 'connect' || event.which === 'register'
          ? undefined
          : emit({ type: 'failed', text: event.detail });
      default:
    }
  }

  function close(): void {
    session = null;
    bell.stop();
    microphone.close();
    ear.close();
    own.close();
  }

  globalThis.addEventListener?.('pagehide', close);

  return {
    openMicrophone: () => microphone.open(),
    register({ audioDirectory, ...account }) {
      const named = audioDirectory.split('/').at(-1) ?? '';
      ringtone = Ringtone.has(named) ? named : Ringtone.rising;
      own.open({ ...account, reportEverySec: REPORT_SEC });
    },
    answer: () => void (session !== null && own.line()?.answer(session)),
    hangUp: () => void (session !== null && own.line()?.hangUp(session)),
    pressKeys(keys) {
      if (session !== null) for (const key of keys) own.line()?.sendTone(session, key);
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
