import { randomInt } from 'node:crypto';
import ndc from 'node-datachannel';
import type { SessionDescriptionHandler, SessionDescriptionHandlerOptions } from 'sip.js';
import { FRAME_SAMPLES } from '#core/telephony/sound.ts';
import { openMetronome } from '#adapters/telephony/embedded/sound/open-metronome.ts';
import { KeyReceiver, keySteps } from '#adapters/telephony/embedded/sound/rfc4733.ts';
import { buildRtp, isRtcp, parseRtp } from '#adapters/telephony/embedded/sound/rtp.ts';
import { LOOPBACK, outwardAddress } from './outward-address.ts';
import { openToneEar, toneFrame } from './tone-ear.ts';

const PCMU = 0;
const KEYS = 126;
const KEY_MS = 100;
/** Nobody listens there; an exchange that looks for ways begins with one. */
const NOWHERE = 'a=candidate:1 1 UDP 2114977791 127.0.0.1 9 typ host';
const metronome = openMetronome();

const openConnection = (isAnywhere: boolean) =>
  new ndc.PeerConnection('phone', {
    iceServers: [],
    disableAutoNegotiation: true,
    forceMediaTransport: true,
    // An exchange that looks for ways takes nothing from addresses it did not try.
    bindAddress: isAnywhere ? outwardAddress() : LOOPBACK,
  });

type Direction = 'sendrecv' | 'sendonly';
/** What SIP.js is given for a re-INVITE. */
export interface HoldOptions extends SessionDescriptionHandlerOptions {
  hold?: boolean;
}

/** Sound of a phone without a microphone: says a tone, knows which tones it hears. Given to SIP.js as the session's description handler. */
export class PhoneSound implements SessionDescriptionHandler {
  /** What it says; null is silence, which is sent too, as browsers do. */
  saysHz: number | null = null;
  keysHeard = '';
  packetsHeard = 0;
  #connection: ndc.PeerConnection;
  readonly #ear = openToneEar();
  readonly #keyReceiver = new KeyReceiver();
  readonly #ssrc = randomInt(1, 2 ** 32);
  readonly #stopSending: () => void;
  #track: ndc.Track | null = null;
  #sequence = randomInt(0, 2 ** 15);
  #timestamp = randomInt(0, 2 ** 32);
  #local: string | null = null;
  #version = 1;
  #answered = false;
  #direction: Direction = 'sendrecv';
  #pressed: { payload: Uint8Array; first: boolean }[][] = [];
  #keyTimestamp = 0;
  #closed = false;

  #keysType = KEYS;

  readonly #rewrite: (description: string) => string;
  readonly #sendsCandidates: boolean;

  /** An exchange that looks for ways itself wants to know where we are (`sendsCandidates`). */
  constructor(rewrite: (description: string) => string = (description) => description, sendsCandidates = false) {
    this.#rewrite = rewrite;
    this.#sendsCandidates = sendsCandidates;
    this.#connection = openConnection(sendsCandidates);
    this.#stopSending = metronome.subscribe(() => this.#send());
  }

  isOpen(): boolean {
    return !this.#closed && this.#track?.isOpen() === true;
  }

  /** Sends no packet any more, as a frozen browser. */
  stopSending(): void {
    this.#stopSending();
  }

  /** Another network: the old connection is gone without a word, the next description offers a new one. */
  renew(): void {
    this.#connection.close();
    this.#connection = openConnection(this.#sendsCandidates);
    this.#track = null;
    this.#local = null;
    this.#answered = false;
  }

  hears(): number[] {
    return this.#direction === 'sendonly' ? [] : this.#ear.tones();
  }

  hasDescription = (contentType: string): boolean => contentType === 'application/sdp';

  async getDescription(options?: HoldOptions): Promise<{ body: string; contentType: string }> {
    this.#local ??= await this.#offer();
    this.#direction = options?.hold ? 'sendonly' : 'sendrecv';
    const body = this.#local
      .replace(/^(o=\S+ \d+) \d+/m, `$1 ${++this.#version}`)
      .replace(/^a=(sendrecv|sendonly)/gm, `a=${this.#direction}`);
    return { body: this.#rewrite(body), contentType: 'application/sdp' };
  }

  async setDescription(description: string): Promise<void> {
    if (this.#answered || this.#closed) return;
    this.#answered = true;
    if (this.#local === null) this.#local = await this.#answerTo(description);
    else this.#connection.setRemoteDescription(this.#known(description), 'answer');
  }

  sendDtmf(key: string): boolean {
    this.#pressed.push(...keySteps(key, KEY_MS));
    return true;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#stopSending();
    this.#connection.close();
  }

  /**
   * Without candidates, or with one that leads nowhere: whoever offers waits until it has the answer before it looks for a way. Were the
   * other side to find us sooner, the library would begin DTLS before it knows the answer's certificate, and close.
   */
  async #offer(): Promise<string> {
    const audio = new ndc.Audio('0', 'SendRecv');
    audio.addAudioCodec(PCMU, 'PCMU/8000');
    audio.addAudioCodec(KEYS, 'telephone-event/8000', '0-16');
    audio.addSSRC(this.#ssrc, 'phone', 'phone', 'phone');
    this.#listenTo(this.#connection.addTrack(audio));
    const offer = await this.#described('offer');
    const hidden = offer.replace(/^a=(candidate:.*|end-of-candidates)\r?\n/gm, '');
    return this.#sendsCandidates ? `${hidden}${NOWHERE}\r\n` : hidden;
  }

  /** Takes PCMU and keys of what is offered, and nothing else. */
  async #answerTo(offer: string): Promise<string> {
    this.#keysType = Number(/^a=rtpmap:(\d+) telephone-event\/8000/m.exec(offer)?.[1] ?? KEYS);
    this.#connection.onTrack((track) => this.#listenTo(track));
    this.#connection.setRemoteDescription(this.#known(offer), 'offer');
    return this.#described('answer');
  }

  #known(description: string): string {
    const kept = [String(PCMU), String(this.#keysType)];
    return (
      description
        .split(/\r?\n/)
        .map((line) => (line.startsWith('m=audio') ? [...line.split(' ').slice(0, 3), ...kept].join(' ') : line))
        // Said back with an answer in mid-call it would mean a new connection, and the old one would be closed.
        .filter((line) => !line.startsWith('a=connection:'))
        .filter((line) => kept.includes(/^a=(?:rtpmap|fmtp|rtcp-fb):(\d+|\*)/.exec(line)?.[1] ?? kept[0]!))
        .join('\r\n')
    );
  }

  #listenTo(track: ndc.Track): void {
    this.#track = track;
    track.onMessage((packet) => {
      try {
        this.#receive(packet);
      } catch {
        // An exception inside a callback of the library would end the process.
      }
    });
  }

  async #described(as: 'offer' | 'answer'): Promise<string> {
    const gathered = new Promise<void>((resolve) =>
      this.#connection.onGatheringStateChange((state) => {
        if (state === 'complete') resolve();
      }),
    );
    this.#connection.setLocalDescription(as);
    if (this.#connection.gatheringState() !== 'complete') await gathered;
    return this.#connection.localDescription()!.sdp;
  }

  #receive(packet: Buffer): void {
    if (isRtcp(packet)) return;
    const rtp = parseRtp(packet);
    if (!rtp) return;
    this.packetsHeard++;
    if (rtp.payloadType === PCMU) this.#ear.hear(rtp.payload);
    if (rtp.payloadType === this.#keysType)
      this.keysHeard += this.#keyReceiver.receive(rtp.timestamp, rtp.payload) ?? '';
  }

  #send(): void {
    if (this.#closed || !this.#track?.isOpen()) return;
    this.#timestamp = (this.#timestamp + FRAME_SAMPLES) >>> 0;
    const step = this.#pressed.shift();
    if (!step)
      return this.#packet(PCMU, this.#timestamp, false, toneFrame(this.#direction === 'sendonly' ? null : this.saysHz));
    if (step[0]!.first) this.#keyTimestamp = this.#timestamp;
    for (const { payload, first } of step) this.#packet(this.#keysType, this.#keyTimestamp, first, payload);
  }

  #packet(payloadType: number, timestamp: number, marker: boolean, payload: Uint8Array): void {
    this.#sequence = (this.#sequence + 1) & 0xffff;
    this.#track!.sendMessageBinary(
      buildRtp({ payloadType, marker, sequence: this.#sequence, timestamp, ssrc: this.#ssrc, payload }),
    );
  }
}
