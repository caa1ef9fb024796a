import { randomInt } from 'node:crypto';
import { FRAME_SAMPLES } from '#core/telephony/sound.ts';
import type { MediaQuality } from '#core/telephony/telephony.port.ts';
import { mediaQuality } from './media-quality.ts';
import { openPeer } from './open-peer.ts';
import { PeerLinks } from './peer-links.ts';
import { RtpReception } from './rtp-reception.ts';
import { isKey, KeyReceiver, keySteps, type KeyStep } from './rfc4733.ts';
import { Reporter } from './reporter.ts';
import { newSource, RtpLine, type Stamp } from './rtp-line.ts';
import { buildRtp, isPlain, isRtcp, parseRtp, writeHead } from './rtp.ts';
import { listens, readOffer, writeAnswer, type OfferedSound } from './sdp.ts';
import type { AudioPacket, SoundEnd } from './sound-end.ts';
import type { SoundState, WebRtcEnd, WebRtcEndOptions } from './webrtc-end.ts';

const CNAME = 'openseat';

/** The sound of one phone, through as many WebRTC connections as it needs; numbers and counts go on from one to the next. */
export const openWebRtcEnd = (options: WebRtcEndOptions): WebRtcEnd => new PhoneSound(options);

class PhoneSound implements WebRtcEnd {
  listener: SoundEnd['listener'] = { packet: () => {}, key: () => {} };
  state: SoundState = 'connecting';
  readonly #options: WebRtcEndOptions;
  readonly #now: () => number;
  readonly #openedMs: number;
  readonly #ssrc = randomInt(1, 2 ** 32);
  readonly #line: RtpLine;
  readonly #reception = new RtpReception();
  readonly #reporter: Reporter;
  readonly #keyReceiver = new KeyReceiver();
  readonly #links: PeerLinks;
  readonly #listeners: ((state: SoundState) => void)[] = [];
  #source = newSource();
  #version = 0;
  #offer: OfferedSound | null = null;
  #keys: KeyStep[][] = [];
  #stopKeys: (() => void) | null = null;

  constructor(options: WebRtcEndOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    const onFault = options.onFault ?? ((error) => process.emitWarning(error instanceof Error ? error : String(error)));
    this.#line = new RtpLine(this.#now, { sequence: randomInt(0, 2 ** 15), timestamp: randomInt(0, 2 ** 32) });
    this.#reporter = new Reporter(this.#ssrc, CNAME, this.#reception, this.#now);
    this.#links = new PeerLinks(
      (onState) => openPeer({ ...options, onPacket: (packet) => this.#receive(packet), onState, onFault }),
      (state) => this.#become(state),
    );
    this.#openedMs = this.#now();
  }

  async describe(sdp: string): Promise<string> {
    const offered = readOffer(sdp);
    if (!offered) throw new Error('The offer has no sound we speak (PCMU).');
    if (this.state === 'closed') throw new Error('The leg is closed.');
    const { local } = await this.#links.for(offered);
    this.#offer = offered;
    return writeAnswer(local, offered, {
      version: ++this.#version,
      ssrc: this.#ssrc,
      cname: CNAME,
      announcedAddress: this.#options.announcedAddress,
    });
  }

  forward(packet: AudioPacket): void {
    const format = this.#audible();
    const stamp = format === null ? null : this.#line.forwarded(packet);
    if (!stamp || format === null) return;
    const { payload, whole } = packet;
    if (!whole) return this.#transmit(stamp, format, payload);
    writeHead(whole, { ...stamp, payloadType: format, ssrc: this.#ssrc });
    this.#give(whole, payload.length);
  }

  send(frame: Uint8Array): void {
    const format = this.#audible();
    if (format !== null) this.#transmit(this.#line.made(), format, frame);
  }

  sendKey(key: string, durationMs: number): void {
    if (!isKey(key) || this.state === 'closed' || !this.#offer || this.#offer.keys === null) return;
    this.#keys.push(...keySteps(key, durationMs));
    this.#stopKeys ??= this.#options.metronome.subscribe(() => this.#pressNext());
  }

  quality(): MediaQuality {
    return mediaQuality(this.#reception, this.#reporter, { nowMs: this.#now(), openedMs: this.#openedMs });
  }

  onState(listener: (state: SoundState) => void): void {
    this.#listeners.push(listener);
  }

  close(): void {
    if (this.state === 'closed') return;
    this.#become('closed');
    this.#stopKeys?.();
    this.#keys = [];
    this.#links.close();
  }

  #become(next: SoundState): void {
    if (this.state === next || this.state === 'closed') return;
    this.state = next;
    for (const listener of this.#listeners) listener(next);
  }

  #receive(packet: Buffer): void {
    const nowMs = this.#now();
    const offer = this.#offer;
    if (isRtcp(packet)) return this.#reporter.receive(packet);
    const rtp = parseRtp(packet);
    if (!rtp || !offer) return;
    if (rtp.ssrc !== this.#reception.ssrc) this.#source = newSource();
    this.#reception.note(rtp, nowMs);
    if (rtp.payloadType === offer.pcmu) {
      const { payload, timestamp, sequence, marker } = rtp;
      const whole = isPlain(packet) ? packet : undefined;
      if (payload.length > 0)
        this.listener.packet({ payload, timestamp, sequence, marker, whole, source: this.#source });
    } else if (rtp.payloadType === offer.keys) {
      const key = this.#keyReceiver.receive(rtp.timestamp, rtp.payload);
      if (key !== null) this.listener.key(key);
    }
    this.#report(nowMs);
  }

  #report(nowMs: number): void {
    const due = this.#reporter.isDue(nowMs) && this.#reporter.due(this.#line.newest.timestamp);
    if (due) this.#links.peer?.send(due);
  }

  /** What sound is sent as now; null when nobody would hear it: not yet described, held by the phone, or a key is pressed. */
  #audible(): number | null {
    if (this.#offer && listens(this.#offer.direction) && this.#keys.length === 0) return this.#offer.pcmu;
    this.#line.pause();
    return null;
  }

  #transmit(stamp: Stamp, payloadType: number, payload: Uint8Array): void {
    this.#give(buildRtp({ ...stamp, payloadType, ssrc: this.#ssrc, payload }), payload.length);
  }

  #give(packet: Buffer, bytes: number): void {
    const { peer } = this.#links;
    if (!peer) return;
    if (peer.send(packet)) this.#reporter.sent(bytes);
    this.#report(this.#now());
  }

  #pressNext(): void {
    const offer = this.#offer;
    const step = this.#keys.shift();
    if (!step || !offer || offer.keys === null || !listens(offer.direction)) {
      this.#stopKeys?.();
      this.#stopKeys = null;
      this.#keys = [];
      return;
    }
    for (const { payload, first } of step)
      this.#transmit(first ? { ...this.#line.made(), marker: true } : this.#line.sameMoment(), offer.keys, payload);
    if (step.length > 1) this.#line.passed(((step[0]!.payload[2]! << 8) | step[0]!.payload[3]!) - FRAME_SAMPLES);
  }
}
