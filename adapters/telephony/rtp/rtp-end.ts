import { randomInt } from 'node:crypto';
import type { Socket } from 'node:dgram';
import { alawOfUlaw, ulawOfAlaw } from '#core/telephony/alaw.ts';
import { SILENCE } from '#core/telephony/g711.ts';
import { FRAME_SAMPLES, SAMPLE_RATE } from '#core/telephony/sound.ts';
import type { MediaQuality } from '#core/telephony/telephony.port.ts';
import type { After } from '#core/timers.ts';
import type { Metronome } from '../carrier.ts';
import { mediaQuality } from '../embedded/sound/media-quality.ts';
import { RtpReception } from '../embedded/sound/rtp-reception.ts';
import { Reporter } from '../embedded/sound/reporter.ts';
import { isKey, KeyReceiver, keySteps, type KeyStep } from '../embedded/sound/rfc4733.ts';
import { newSource, RtpLine, type Stamp } from '../embedded/sound/rtp-line.ts';
import { buildRtp, isPlain, isRtcp, parseRtp, writeHead } from '../embedded/sound/rtp.ts';
import type { AudioPacket, SoundEnd } from '../embedded/sound/sound-end.ts';
import { Repacker } from './repacker.ts';
import type { RtpPair } from './rtp-ports.ts';
import type { RtpCodec } from '#core/trunk/trunk-settings.ts';
import { KEY_PAYLOAD, PAYLOAD_OF } from './sdp.ts';
import type { SrtpContext } from './srtp.ts';

/** What the descriptions of both sides settled. */
export interface AgreedSound {
  address: string;
  port: number;
  reportPort: number;
  isMuxed: boolean;
  codec: RtpCodec;
  /** What they call keys; null where they know none. */
  keyPayload: number | null;
  packetMs: number;
  /** They listen, they speak: neither while a call is held. */
  theyListen: boolean;
  theySpeak: boolean;
  secureIn: SrtpContext | null;
  secureOut: SrtpContext | null;
}

export interface RtpEndOptions {
  pair: RtpPair;
  metronome: Metronome;
  after: After;
  /** From whom sound may come besides the described address. */
  isTrusted(address: string): boolean;
  /** Where sound goes until some came from them; as described, unless told otherwise. Null: nowhere. */
  firstTo?(described: Source): Source | null;
  now?: () => number;
}

/** What did not fit, for whoever looks for a fault. */
export interface RtpOddities {
  strays: number;
  forged: number;
  unknown: number;
  comfortNoise: number;
  moved: number;
}

interface Source {
  address: string;
  port: number;
}

const CNAME = 'openseat';
const COMFORT_NOISE = 13;
/** Another address is believed only when the one before has been silent for so long. */
const MOVE_AFTER_MS = 1_000;
/** A leg nobody speaks to still sends now and then: routers close their doors, carriers hang up. */
const KEEP_ALIVE_MS = 5_000;
const LOOK_EVERY_MS = 1_000;
/** Between two keys, or two equal ones would be one. */
const KEY_PAUSE: KeyStep[][] = [[], []];

/** The sound of one call with a carrier or a phone: RTP on a pair of ports of its own, as plain packets or secured. */
export class RtpEnd implements SoundEnd {
  listener: SoundEnd['listener'] = { packet: () => {}, key: () => {} };
  readonly port: number;
  /** Nothing goes out: a caller who still hears it ring would hear silence instead. */
  isQuiet = false;
  readonly oddities: RtpOddities = { strays: 0, forged: 0, unknown: 0, comfortNoise: 0, moved: 0 };
  readonly #options: RtpEndOptions;
  readonly #now: () => number;
  readonly #openedMs: number;
  readonly #ssrc = randomInt(1, 2 ** 32);
  readonly #line: RtpLine;
  readonly #reception = new RtpReception();
  readonly #reporter: Reporter;
  readonly #repacker = new Repacker();
  #keyReceiver = new KeyReceiver();
  #source = newSource();
  #agreed: AgreedSound | null = null;
  /** Where ours go until theirs came. */
  #first: Source | null = null;
  /** Where their packets really come from, and ours go to. */
  #latched: Source | null = null;
  #reportsFrom: Source | null = null;
  #sentMs: number;
  #keys: KeyStep[][] = [];
  #stopKeys: (() => void) | null = null;
  #stopLooking: () => void = () => {};
  #isClosed = false;

  constructor(options: RtpEndOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#openedMs = this.#now();
    this.#sentMs = this.#openedMs;
    this.port = options.pair.port;
    this.#line = new RtpLine(this.#now, { sequence: randomInt(0, 2 ** 15), timestamp: randomInt(0, 2 ** 32) });
    this.#reporter = new Reporter(this.#ssrc, CNAME, this.#reception, this.#now);
    options.pair.rtp.on('message', (bytes, from) => this.#receive(bytes, from));
    options.pair.rtcp.on('message', (bytes, from) => this.#readReport(bytes, from));
    this.#look();
  }

  /** Also in mid-call: a described address that changed is learnt anew. */
  agree(agreed: AgreedSound): void {
    if (this.#isClosed) return;
    const before = this.#agreed;
    if (before?.address !== agreed.address || before.port !== agreed.port) {
      this.#latched = null;
      this.#reportsFrom = null;
    }
    if (before?.packetMs !== agreed.packetMs) this.#repacker.clear();
    const { address, port } = agreed;
    const { firstTo } = this.#options;
    this.#first = firstTo ? firstTo({ address, port }) : { address, port };
    this.#agreed = agreed;
  }

  forward(packet: AudioPacket): void {
    const agreed = this.#audible();
    if (!agreed) return;
    const samples = samplesOf(agreed.packetMs);
    // As it came, with the distances it had.
    if (packet.payload.length === samples) return this.#pass(agreed, packet);
    for (const piece of this.#repacker.put(packet, samples)) this.#pass(agreed, piece);
  }

  send(frame: Uint8Array): void {
    const agreed = this.#audible();
    if (!agreed) return;
    const samples = samplesOf(agreed.packetMs);
    if (samples === frame.length) return this.#say(agreed, this.#line.made(), frame);
    for (const piece of this.#repacker.made(frame, samples, this.#now())) this.#pass(agreed, piece);
  }

  sendKey(key: string, durationMs: number): void {
    if (!isKey(key) || this.#isClosed || (this.#agreed?.keyPayload ?? null) === null) return;
    this.#keys.push(...keySteps(key, durationMs), ...KEY_PAUSE);
    this.#stopKeys ??= this.#options.metronome.subscribe(() => this.#pressNext());
  }

  quality(): MediaQuality {
    return mediaQuality(this.#reception, this.#reporter, { nowMs: this.#now(), openedMs: this.#openedMs });
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#agreed = null;
    this.#stopLooking();
    this.#stopKeys?.();
    this.#keys = [];
    this.#options.pair.close();
  }

  #receive(raw: Buffer, from: Source): void {
    const agreed = this.#agreed;
    if (!agreed) return;
    if (isRtcp(raw)) return this.#readReport(raw, from);
    const nowMs = this.#now();
    const isKnown = this.#latched?.address === from.address && this.#latched.port === from.port;
    if (!isKnown && !this.#mayBeTheirs(agreed, from, nowMs)) return void this.oddities.strays++;
    const bytes = agreed.secureIn ? agreed.secureIn.unprotect(raw) : raw;
    const rtp = bytes && parseRtp(bytes);
    if (!rtp) return void this.oddities.forged++;
    const isOfKeys = rtp.payloadType === agreed.keyPayload || rtp.payloadType === KEY_PAYLOAD;
    const isSound = rtp.payloadType === PAYLOAD_OF.PCMU || rtp.payloadType === PAYLOAD_OF.PCMA;
    if (!isSound && !isOfKeys && rtp.payloadType !== COMFORT_NOISE) return void this.oddities.unknown++;
    if (!isKnown) {
      if (this.#latched) this.oddities.moved++;
      this.#latched = { address: from.address, port: from.port };
    }
    if (rtp.ssrc !== this.#reception.ssrc) {
      this.#source = newSource();
      this.#keyReceiver = new KeyReceiver();
    }
    this.#reception.note(rtp, nowMs);
    if (isOfKeys) {
      const key = this.#keyReceiver.receive(rtp.timestamp, rtp.payload);
      if (key !== null) this.listener.key(key);
      return;
    }
    // Their pause (RFC 3389): we hear silence.
    if (!isSound) return void this.oddities.comfortNoise++;
    if (!agreed.theySpeak || rtp.payload.length === 0) return;
    const { timestamp, sequence, marker } = rtp;
    const isAlaw = rtp.payloadType === PAYLOAD_OF.PCMA;
    const payload = isAlaw ? ulawOfAlaw(rtp.payload) : rtp.payload;
    const whole = !isAlaw && isPlain(bytes) ? bytes : undefined;
    this.listener.packet({ payload, timestamp, sequence, marker, whole, source: this.#source });
  }

  /** Symmetric RTP, but not for whoever comes first: somebody else's call would be easy to take over. */
  #mayBeTheirs(agreed: AgreedSound, { address }: Source, nowMs: number): boolean {
    if (address !== agreed.address && !this.#options.isTrusted(address)) return false;
    return !this.#latched || nowMs - (this.#reception.lastMs ?? 0) > MOVE_AFTER_MS;
  }

  #readReport(raw: Buffer, from: Source): void {
    const agreed = this.#agreed;
    if (!agreed) return;
    const isTheirs = from.address === agreed.address || from.address === this.#latched?.address;
    if (!isTheirs && !this.#options.isTrusted(from.address)) return void this.oddities.strays++;
    const bytes = agreed.secureIn ? agreed.secureIn.unprotectReport(raw) : raw;
    if (!bytes) return void this.oddities.forged++;
    if (!agreed.isMuxed) this.#reportsFrom = { address: from.address, port: from.port };
    this.#reporter.receive(bytes);
  }

  /** Once a second: a sign of life where nothing was said, and a report. */
  #look(): void {
    this.#stopLooking = this.#options.after(LOOK_EVERY_MS, () => this.#look());
    const agreed = this.#agreed;
    if (!agreed || this.isQuiet) return;
    if (this.#now() - this.#sentMs >= KEEP_ALIVE_MS) {
      const audible = this.#audible();
      if (audible) this.#say(audible, this.#line.made(), new Uint8Array(samplesOf(audible.packetMs)).fill(SILENCE));
    }
    const due = this.#reporter.due(this.#line.newest.timestamp);
    if (!due) return;
    const { pair } = this.#options;
    const heardFrom = this.#latched ?? this.#first;
    const to = agreed.isMuxed
      ? heardFrom
      : (this.#reportsFrom ?? (heardFrom && { address: heardFrom.address, port: agreed.reportPort }));
    transmit(agreed.isMuxed ? pair.rtp : pair.rtcp, agreed.secureOut?.protectReport(due) ?? due, to);
  }

  /** Null when nobody would hear it: not yet agreed, held, or a key is pressed. */
  #audible(): AgreedSound | null {
    if (this.#agreed?.theyListen && !this.isQuiet && this.#keys.length === 0) return this.#agreed;
    this.#line.pause();
    this.#repacker.clear();
    return null;
  }

  /** In the packet it came in, where that needs nothing but another head. */
  #pass(agreed: AgreedSound, packet: AudioPacket): void {
    const stamp = this.#line.forwarded(packet);
    if (!stamp) return;
    const { payload, whole } = packet;
    if (!whole || agreed.codec !== 'PCMU') return this.#say(agreed, stamp, payload);
    writeHead(whole, { ...stamp, payloadType: PAYLOAD_OF.PCMU, ssrc: this.#ssrc });
    this.#give(agreed, whole, payload.length);
  }

  #say(agreed: AgreedSound, stamp: Stamp, payload: Uint8Array): void {
    const body = agreed.codec === 'PCMA' ? alawOfUlaw(payload) : payload;
    this.#transmit(agreed, stamp, PAYLOAD_OF[agreed.codec], body);
  }

  #transmit(agreed: AgreedSound, stamp: Stamp, payloadType: number, payload: Uint8Array): void {
    this.#give(agreed, buildRtp({ ...stamp, payloadType, ssrc: this.#ssrc, payload }), payload.length);
  }

  #give(agreed: AgreedSound, packet: Buffer, bytes: number): void {
    transmit(this.#options.pair.rtp, agreed.secureOut?.protect(packet) ?? packet, this.#latched ?? this.#first);
    this.#reporter.sent(bytes);
    this.#sentMs = this.#now();
  }

  #pressNext(): void {
    const agreed = this.#agreed;
    const step = this.#keys.shift();
    if (!step || !agreed || agreed.keyPayload === null || !agreed.theyListen) {
      this.#stopKeys?.();
      this.#stopKeys = null;
      this.#keys = [];
      return;
    }
    for (const { payload, first } of step)
      this.#transmit(
        agreed,
        first ? { ...this.#line.made(), marker: true } : this.#line.sameMoment(),
        agreed.keyPayload,
        payload,
      );
    if (step.length > 1) this.#line.passed(((step[0]!.payload[2]! << 8) | step[0]!.payload[3]!) - FRAME_SAMPLES);
  }
}

const samplesOf = (ms: number): number => (ms * SAMPLE_RATE) / 1_000;

/**
 * Nobody waits until it left, which would cost as much again; sockets of a pair take what the network says to it. A port nobody
 * can have would end the process.
 */
const transmit = (socket: Socket, packet: Uint8Array, to: Source | null): void => {
  if (to && to.port >= 1 && to.port <= 65_535) socket.send(packet, to.port, to.address);
};
