import type { SessionDescriptionHandler } from 'sip.js';
import { openMetronome } from '#adapters/telephony/embedded/sound/open-metronome.ts';
import { RtpEnd } from '#adapters/telephony/rtp/rtp-end.ts';
import { openRtpPorts, type RtpPair } from '#adapters/telephony/rtp/rtp-ports.ts';
import { RtpSound } from '#adapters/telephony/rtp/rtp-sound.ts';
import { systemTimer } from '#platform/server/timer.ts';
import type { DeskWay } from './desk-transport.ts';
import type { HoldOptions } from './phone-sound.ts';
import { openToneEar, toneFrame } from './tone-ear.ts';

const KEY_MS = 100;
const metronome = openMetronome();

/** Sound of a desk phone without a receiver: RTP that says a tone and knows which it hears. Given to SIP.js as the session's description handler. */
export class DeskSound implements SessionDescriptionHandler {
  saysHz: number | null = null;
  keysHeard = '';
  packetsHeard = 0;
  readonly #way: DeskWay;
  readonly #rewrite: (description: string) => string;
  readonly #ear = openToneEar();
  readonly #stopSending: () => void;
  #rtp: Promise<{ sound: RtpSound; end: RtpEnd }> | null = null;
  #end: RtpEnd | null = null;
  #isHeld = false;
  #isClosed = false;

  constructor(way: DeskWay, rewrite: (description: string) => string = (description) => description) {
    this.#way = way;
    this.#rewrite = rewrite;
    this.#stopSending = metronome.subscribe(() => this.#end?.send(toneFrame(this.#isHeld ? null : this.saysHz)));
  }

  isOpen(): boolean {
    return !this.#isClosed && this.#end !== null;
  }

  stopSending(): void {
    this.#stopSending();
  }

  /** Another network: other ports. */
  renew(): void {
    this.#end?.close();
    this.#end = null;
    this.#rtp = null;
  }

  hears(): number[] {
    return this.#isHeld ? [] : this.#ear.tones();
  }

  hasDescription = (contentType: string): boolean => contentType === 'application/sdp';

  async getDescription(options?: HoldOptions): Promise<{ body: string; contentType: string }> {
    const { sound } = await (this.#rtp ??= this.#open());
    this.#isHeld = options?.hold ?? false;
    const offer = this.#isHeld ? sound.offer().replace(/^a=sendrecv/m, 'a=sendonly') : sound.offer();
    const { describes, address, from = address } = this.#way;
    const body = describes ? offer.replaceAll(from, describes) : offer;
    return { body: this.#rewrite(body), contentType: 'application/sdp' };
  }

  async setDescription(answer: string): Promise<void> {
    const { sound } = await (this.#rtp ??= this.#open());
    if (!sound.agree(answer)) throw new Error('no sound in common');
  }

  sendDtmf(key: string): boolean {
    this.#end?.sendKey(key, KEY_MS);
    return true;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stopSending();
    void this.#rtp?.then(({ end }) => end.close());
  }

  async #open(): Promise<{ sound: RtpSound; end: RtpEnd }> {
    const { address, from = address, isSecured } = this.#way;
    const pair = (await openRtpPorts(from, null).open()) as RtpPair;
    const end = new RtpEnd({ pair, metronome, after: systemTimer, isTrusted: () => false });
    end.listener = {
      packet: ({ payload }) => {
        this.packetsHeard++;
        this.#ear.hear(payload);
      },
      key: (key) => void (this.keysHeard += key),
    };
    this.#end = end;
    const security = isSecured ? 'sdes' : 'none';
    return { end, sound: new RtpSound(end, from, { security, codecs: ['PCMU', 'PCMA'] }) };
  }
}
