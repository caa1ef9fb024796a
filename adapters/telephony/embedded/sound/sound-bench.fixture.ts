import { FRAME_MS, FRAME_SAMPLES } from '#core/telephony/sound.ts';
import { sine, tonesIn } from '#core/telephony/tone-detector.ts';
import { legId, type LegId } from '#core/telephony/telephony.port.ts';
import type { Metronome } from '../../carrier.ts';
import { decodeUlaw, encodeUlaw } from '#core/telephony/g711.ts';
import { newSource, RtpLine, type Stamp } from './rtp-line.ts';
import { openSwitchboard } from './open-switchboard.ts';
import type { SoundEnd } from './sound-end.ts';
import type { Switchboard, SwitchboardEvent } from './switchboard.ts';

/** A leg in memory: says a tone every 20 ms, remembers what it hears. */
export interface TestEnd extends SoundEnd {
  id: LegId;
  /** The tone it says; null is no packets at all. */
  says: number | null;
  heardFrames: { payload: Uint8Array; how: 'forwarded' | 'made'; stamp: Stamp }[];
  keys: string[];
  /** The tones of the last `ms` it heard. */
  hears(ms?: number): number[];
}

export interface TestBench {
  board: Switchboard;
  events: SwitchboardEvent[];
  /** Subscribers of the hand-turned metronome now. */
  ticking(): boolean;
  leg(name: string, says?: number | null): TestEnd;
  /** Time passes: everybody says 20 ms, then the metronome ticks. */
  run(ms: number): void;
}

/** A switchboard whose time is turned by hand. */
export function openTestBench(recordingsFolder: string, promptsFolder?: string): TestBench {
  let nowMs = 1_000;
  const now = (): number => nowMs;
  const ticks = new Set<() => void>();
  const metronome: Metronome = {
    subscribe(tick) {
      ticks.add(tick);
      return () => void ticks.delete(tick);
    },
  };
  const faults: unknown[] = [];
  const board = openSwitchboard({
    metronome,
    recordingsFolder,
    now,
    onFault: (error) => faults.push(error),
    ...(promptsFolder === undefined ? {} : { promptsFolder }),
  });
  const events: SwitchboardEvent[] = [];
  board.onEvent((event) => events.push(event));
  const ends: (TestEnd & { speak(): void })[] = [];

  return {
    board,
    events,
    ticking: () => ticks.size > 0,
    leg(name, says = null) {
      const end = openTestEnd(legId(name), says, now);
      ends.push(end);
      board.add(end.id, end);
      return end;
    },
    run(ms) {
      for (let passed = 0; passed < ms; passed += FRAME_MS) {
        nowMs += FRAME_MS;
        for (const end of ends) end.speak();
        for (const tick of Array.from(ticks)) tick();
      }
      if (faults.length > 0) throw faults[0];
    },
  };
}

function openTestEnd(id: LegId, says: number | null, now: () => number): TestEnd & { speak(): void } {
  const line = new RtpLine(now, { sequence: 65_500, timestamp: 0xffff_ff00 });
  const source = newSource();
  let sentFrames = 0;
  const end: TestEnd & { speak(): void } = {
    id,
    says,
    listener: { packet: () => {}, key: () => {} },
    heardFrames: [],
    keys: [],
    speak() {
      sentFrames++;
      if (end.says === null) return;
      end.listener.packet({
        payload: encodeUlaw(sine([end.says], FRAME_SAMPLES, sentFrames * FRAME_SAMPLES, 5_000)),
        timestamp: (sentFrames * FRAME_SAMPLES) >>> 0,
        sequence: sentFrames & 0xffff,
        marker: false,
        source,
      });
    },
    forward(packet) {
      const stamp = line.forwarded(packet);
      if (stamp) end.heardFrames.push({ payload: packet.payload, how: 'forwarded', stamp });
    },
    send: (frame) => void end.heardFrames.push({ payload: frame, how: 'made', stamp: line.made() }),
    sendKey: (key) => void end.keys.push(key),
    quality: () => ({
      packetsReceived: 0,
      packetsSent: 0,
      packetsLost: 0,
      jitterMs: 0,
      roundTripMs: null,
      remoteLossFraction: null,
      silentMs: 0,
    }),
    hears: (ms = 200) =>
      tonesIn(
        Int16Array.from(end.heardFrames.slice(-ms / FRAME_MS).flatMap(({ payload }) => [...decodeUlaw(payload)])),
      ),
  };
  return end;
}
