import { FRAME_MS, FRAME_SAMPLES } from '#core/telephony/sound.ts';
import type { CarrierLeg } from '../../carrier.ts';
import { newSource } from './rtp-line.ts';
import { sequenceAfter } from './rtp.ts';
import type { AudioPacket, SoundEnd } from './sound-end.ts';

/**
 * The sound of an outside call: its frames, until the line hands over an end of its own. Takes `frame`, `key` and `sound` of the
 * leg's listener for itself; the rest of the listener stays, so set it before and do not replace it afterwards.
 */
export function openCarrierEnd(leg: CarrierLeg, options: { now?: () => number } = {}): SoundEnd {
  const now = options.now ?? (() => performance.now());
  const openedMs = now();
  const source = newSource();
  let received = 0;
  let sent = 0;
  let heardMs: number | null = null;
  let timestamp = 0;
  let sequence = 0;
  let last: { source: number; sequence: number } | null = null;
  let rest = new Uint8Array(0);
  let own: SoundEnd | null = null;

  leg.listener.frame = (frame) => {
    const nowMs = now();
    const passed = heardMs === null ? 1 : Math.floor((nowMs - heardMs) / FRAME_MS);
    // Frames carry no time of their own: a pause passes by the clock, small unevenness does not count.
    timestamp = (timestamp + (passed > 3 ? passed * FRAME_SAMPLES : FRAME_SAMPLES)) >>> 0;
    sequence = (sequence + 1) & 0xffff;
    heardMs = nowMs;
    received++;
    end.listener.packet({ payload: frame, timestamp, sequence, marker: passed > 3, source });
  };
  leg.listener.key = (key) => end.listener.key(key);
  leg.listener.sound = (handed) => {
    own = handed;
    handed.listener = { packet: (packet) => end.listener.packet(packet), key: (key) => end.listener.key(key) };
  };

  const say = (frame: Uint8Array): void => {
    sent++;
    leg.send(frame);
  };

  const end: SoundEnd = {
    listener: { packet: () => {}, key: () => {} },
    forward(packet: AudioPacket) {
      if (own) return own.forward(packet);
      // The line knows no order of its own; what comes too late is left out.
      if (last && last.source === packet.source && sequenceAfter(packet.sequence, last.sequence) <= 0) return;
      if (last?.source !== packet.source) rest = new Uint8Array(0);
      last = { source: packet.source, sequence: packet.sequence };
      if (rest.length === 0 && packet.payload.length === FRAME_SAMPLES) return say(packet.payload);
      rest = Uint8Array.of(...rest, ...packet.payload);
      for (; rest.length >= FRAME_SAMPLES; rest = rest.slice(FRAME_SAMPLES)) say(rest.subarray(0, FRAME_SAMPLES));
    },
    send(frame) {
      if (own) return own.send(frame);
      last = null;
      rest = new Uint8Array(0);
      say(frame);
    },
    sendKey: (key, durationMs) => (own ? own.sendKey(key, durationMs) : leg.pressKey(key)),
    quality: () =>
      own?.quality() ?? {
        packetsReceived: received,
        packetsSent: sent,
        packetsLost: 0,
        jitterMs: 0,
        roundTripMs: null,
        remoteLossFraction: null,
        silentMs: Math.round(now() - (heardMs ?? openedMs)),
      },
  };
  return end;
}
