import type { After } from '#core/timers.ts';
import { RtpEnd } from '../../rtp/rtp-end.ts';
import { RtpSound } from '../../rtp/rtp-sound.ts';
import { openWebRtcEnd } from './open-webrtc-end.ts';
import type { PhoneEnd, PhoneEndOptions } from './phone-end.ts';
import type { AudioPacket, SoundEnd } from './sound-end.ts';
import type { SoundState } from './webrtc-end.ts';

/** A sound and its descriptions. */
interface Described {
  end: SoundEnd;
  describe(offer: string): Promise<string>;
  offer?(): string;
  agree?(answer: string): boolean;
  close(): void;
}

const NOTHING_HEARD = {
  packetsReceived: 0,
  packetsSent: 0,
  packetsLost: 0,
  jitterMs: 0,
  roundTripMs: null,
  remoteLossFraction: null,
};

/** Its first offer says what it speaks: WebRTC as browsers do, or RTP as desk phones do. */
export const openPhoneEnd = (options: PhoneEndOptions): PhoneEnd => new OfferedSound(options);

class OfferedSound implements PhoneEnd {
  readonly #options: PhoneEndOptions;
  readonly #openedMs: number;
  readonly #listeners: ((state: SoundState) => void)[] = [];
  #listener: SoundEnd['listener'] = { packet: () => {}, key: () => {} };
  #spoken: Promise<Described> | null = null;
  #own: Described | null = null;
  #isClosed = false;

  constructor(options: PhoneEndOptions) {
    this.#options = options;
    this.#openedMs = this.#nowMs();
  }

  get listener(): SoundEnd['listener'] {
    return this.#listener;
  }

  set listener(listener: SoundEnd['listener']) {
    this.#listener = listener;
    if (this.#own) this.#own.end.listener = listener;
  }

  async describe(offer: string, rtpSource: string | null): Promise<string> {
    const own = await (this.#spoken ??= this.#speak(isWebRtc(offer) ? null : rtpSource));
    return own.describe(offer);
  }

  offer(): string | null {
    return this.#own?.offer?.() ?? null;
  }

  agree(answer: string): boolean {
    return this.#own?.agree?.(answer) ?? false;
  }

  forward(packet: AudioPacket): void {
    this.#own?.end.forward(packet);
  }

  send(frame: Uint8Array): void {
    this.#own?.end.send(frame);
  }

  sendKey(key: string, durationMs: number): void {
    this.#own?.end.sendKey(key, durationMs);
  }

  quality(): ReturnType<SoundEnd['quality']> {
    return this.#own?.end.quality() ?? { ...NOTHING_HEARD, silentMs: Math.round(this.#nowMs() - this.#openedMs) };
  }

  onState(listener: (state: SoundState) => void): void {
    this.#listeners.push(listener);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#own?.close();
  }

  async #speak(rtpSource: string | null): Promise<Described> {
    const emit = (state: SoundState): void => this.#listeners.forEach((listener) => listener(state));
    const own = rtpSource === null ? this.#openWebRtc(emit) : await this.#openRtp(rtpSource, emit);
    if (this.#isClosed) {
      own.close();
      throw new Error('The leg is closed.');
    }
    own.end.listener = this.#listener;
    return (this.#own = own);
  }

  #openWebRtc(onState: (state: SoundState) => void): Described {
    const end = openWebRtcEnd(this.#options);
    end.onState(onState);
    return { end, describe: (offer) => end.describe(offer), close: () => end.close() };
  }

  async #openRtp(source: string, onState: (state: SoundState) => void): Promise<Described> {
    const { rtp, metronome, now, onFault = warn } = this.#options;
    const pair = await rtp?.ports.open();
    if (!rtp || !pair) throw new Error('There is no port for the sound of this phone.');
    const end = new RtpEnd({
      pair,
      metronome,
      after: guardedAfter(onFault),
      isTrusted: (address) => address === source,
      // Behind a router a phone describes an address nobody else knows; and nobody makes us speak to strangers.
      firstTo: ({ port }) => ({ address: source, port }),
      ...(now && { now }),
    });
    const sound = new RtpSound(end, rtp.announcedAddress, { security: 'asOffered', codecs: ['PCMU', 'PCMA'] });
    return {
      end,
      async describe(offer) {
        const answer = sound.answer(offer);
        if (answer === null) throw new Error('The offer has no sound we speak (PCMU, PCMA).');
        onState('connected');
        return answer;
      },
      offer: () => sound.offer(),
      agree: (answer) => sound.agree(answer),
      close: () => end.close(),
    };
  }

  #nowMs(): number {
    return (this.#options.now ?? (() => performance.now()))();
  }
}

/** Candidates to try and a certificate to expect: nothing else says that a phone speaks WebRTC. */
const isWebRtc = (offer: string): boolean => /^a=fingerprint:/m.test(offer);

const warn = (problem: unknown): void => process.emitWarning(problem instanceof Error ? problem : String(problem));

/** What goes wrong in a timer would end the process. */
const guardedAfter =
  (onFault: (problem: unknown) => void): After =>
  (ms, act) => {
    const timer = setTimeout(() => {
      try {
        act();
      } catch (problem) {
        onFault(problem);
      }
    }, ms);
    timer.unref();
    return () => clearTimeout(timer);
  };
