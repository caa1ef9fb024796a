import { randomInt } from 'node:crypto';
import { FRAME_SAMPLES } from '#core/telephony/sound.ts';
import type { MediaQuality } from '#core/telephony/telephony.port.ts';
import type { Metronome } from '../../carrier.ts';
import { openPeer, type Peer } from './peer.ts';
import { Reception } from './reception.ts';
import { isKey, KeyReceiver, keySteps, type KeyStep } from './rfc4733.ts';
import { Reporter } from './reporter.ts';
import { newSource, RtpLine, type Stamp } from './rtp-line.ts';
import { buildRtp, isRtcp, parseRtp } from './rtp.ts';
import { listens, readOffer, writeAnswer, type OfferedSound } from './sdp.ts';
import type { SoundEnd } from './switchboard.ts';

export interface WebRtcEndOptions {
  metronome: Metronome;
  /** One UDP port for all legs; without it each leg takes a free one. */
  udpPort?: number;
  bindAddress?: string;
  /** The address written into our candidates when the machine does not know it itself. */
  announcedAddress?: string;
  /** STUN and TURN servers we ask for our own address, as URLs. */
  iceServers?: readonly string[];
  now?: () => number;
  onFault?: (error: unknown) => void;
}

/**
 * `lost`: packets cannot be exchanged any more; a new offer of the phone may bring it back. ICE notices a phone that vanished
 * only after 30 seconds (RFC 7675); `quality().silentMs` shows it at once.
 */
export type SoundState = 'connecting' | 'connected' | 'lost' | 'closed';

/** The sound of a browser. */
export interface WebRtcEnd extends SoundEnd {
  /** Answers the phone's offer, the first and every later one. Throws when they have no sound in common. */
  describe(offer: string): Promise<string>;
  readonly state: SoundState;
  onState(listener: (state: SoundState) => void): void;
  close(): void;
}

const CNAME = 'openseat';

/** The sound of one phone, through as many WebRTC connections as it needs; numbers and counts go on from one to the next. */
export function openWebRtcEnd(options: WebRtcEndOptions): WebRtcEnd {
  const now = options.now ?? (() => performance.now());
  const onFault = options.onFault ?? ((error) => process.emitWarning(error instanceof Error ? error : String(error)));
  const ssrc = randomInt(1, 2 ** 32);
  const line = new RtpLine(now, { sequence: randomInt(0, 2 ** 15), timestamp: randomInt(0, 2 ** 32) });
  const reception = new Reception();
  const reporter = new Reporter(ssrc, CNAME, reception, now);
  const keyReceiver = new KeyReceiver();
  const listeners: ((state: SoundState) => void)[] = [];
  let state: SoundState = 'connecting';
  let source = newSource();
  let version = 0;
  let offer: OfferedSound | null = null;
  /** The connection in use, and one that shall take its place once it works. */
  let current: Link | null = null;
  let coming: Link | null = null;
  let keys: KeyStep[][] = [];
  let stopKeys: (() => void) | null = null;

  const become = (next: SoundState): void => {
    if (state === next || state === 'closed') return;
    state = next;
    for (const listener of listeners) listener(next);
  };

  const receive = (packet: Buffer): void => {
    const nowMs = now();
    if (isRtcp(packet)) return reporter.heard(packet);
    const rtp = parseRtp(packet);
    if (!rtp || !offer) return;
    if (rtp.ssrc !== reception.ssrc) source = newSource();
    reception.note(rtp, nowMs);
    if (rtp.payloadType === offer.pcmu) {
      if (rtp.payload.length > 0)
        end.heard.packet({
          payload: rtp.payload,
          timestamp: rtp.timestamp,
          sequence: rtp.sequence,
          marker: rtp.marker,
          source,
        });
    } else if (rtp.payloadType === offer.keys) {
      const key = keyReceiver.receive(rtp.timestamp, rtp.payload);
      if (key !== null) end.heard.key(key);
    }
    report();
  };

  const report = (): void => {
    const due = reporter.due(line.newest.timestamp);
    if (due) current?.peer.send(due);
  };

  /** What sound is sent as now; null when nobody would hear it: not yet described, held by the phone, or a key is pressed. */
  const audible = (): number | null => {
    if (offer && listens(offer.direction) && keys.length === 0) return offer.pcmu;
    line.pause();
    return null;
  };

  const transmit = (stamp: Stamp, payloadType: number, payload: Uint8Array): void => {
    if (!current) return;
    if (current.peer.send(buildRtp({ ...stamp, payloadType, ssrc, payload }))) reporter.sent(payload.length);
    report();
  };

  const connect = async (offered: OfferedSound): Promise<Link> => {
    const link: Link = {
      identity: offered.identity,
      local: '',
      connected: false,
      peer: openPeer({ ...options, onPacket: receive, onState: (to) => linkState(link, to), onFault }),
    };
    try {
      link.local = await link.peer.answer(offered.sdp);
    } catch (error) {
      link.peer.close();
      throw error;
    }
    return link;
  };

  const linkState = (link: Link, to: 'connected' | 'lost'): void => {
    link.connected = to === 'connected';
    if (link === coming && to === 'connected') {
      current?.peer.close();
      current = coming;
      coming = null;
    } else if (link === coming) {
      coming = null;
      link.peer.close();
    }
    if (current?.connected) become('connected');
    else if (!coming && to === 'lost') become('lost');
  };

  const pressNext = (): void => {
    const step = keys.shift();
    if (!step || !offer || offer.keys === null || !listens(offer.direction)) {
      stopKeys?.();
      stopKeys = null;
      keys = [];
      return;
    }
    for (const { payload, first } of step)
      transmit(first ? { ...line.made(), marker: true } : line.sameMoment(), offer.keys, payload);
    if (step.length > 1) line.passed(((step[0]!.payload[2]! << 8) | step[0]!.payload[3]!) - FRAME_SAMPLES);
  };

  const end: WebRtcEnd = {
    heard: { packet: () => {}, key: () => {} },
    get state() {
      return state;
    },
    async describe(sdp) {
      const offered = readOffer(sdp);
      if (!offered) throw new Error('The offer has no sound we speak (PCMU).');
      if (state === 'closed') throw new Error('The leg is closed.');
      const same = [coming, current].find((link) => link?.identity === offered.identity);
      const link = same ?? (await connect(offered));
      if (!same) adopt(link);
      offer = offered;
      return writeAnswer(link.local, offered, {
        version: ++version,
        ssrc,
        cname: CNAME,
        announcedAddress: options.announcedAddress,
      });
    },
    forward(packet) {
      const format = audible();
      const stamp = format === null ? null : line.forwarded(packet);
      if (stamp && format !== null) transmit(stamp, format, packet.payload);
    },
    send(frame) {
      const format = audible();
      if (format !== null) transmit(line.made(), format, frame);
    },
    sendKey(key, durationMs) {
      if (!isKey(key) || state === 'closed' || !offer || offer.keys === null) return;
      keys.push(...keySteps(key, durationMs));
      stopKeys ??= options.metronome.subscribe(pressNext);
    },
    quality(): MediaQuality {
      return {
        packetsReceived: reception.received,
        packetsSent: reporter.packetsSent,
        packetsLost: reception.lost,
        jitterMs: Math.round(reception.jitterMs * 10) / 10,
        roundTripMs: reporter.roundTripMs,
        remoteLossFraction: reporter.remoteLossFraction,
        silentMs: Math.round(now() - (reception.lastMs ?? openedMs)),
      };
    },
    onState: (listener) => void listeners.push(listener),
    close() {
      if (state === 'closed') return;
      become('closed');
      stopKeys?.();
      keys = [];
      coming?.peer.close();
      current?.peer.close();
      coming = current = null;
    },
  };
  const openedMs = now();

  const adopt = (link: Link): void => {
    if (state === 'closed') {
      link.peer.close();
      throw new Error('The leg is closed.');
    }
    coming?.peer.close();
    coming = null;
    // Before anything was connected there is nothing to keep.
    if (current?.connected) coming = link;
    else {
      current?.peer.close();
      current = link;
      if (link.connected) become('connected');
    }
  };

  return end;
}

interface Link {
  peer: Peer;
  /** The phone's ICE user and certificate. */
  identity: string;
  local: string;
  connected: boolean;
}
