import { setTimeout as wait } from 'node:timers/promises';
import { carrierCall, type CarrierLeg } from '#adapters/telephony/carrier.ts';
import { openCarrierEnd } from '#adapters/telephony/embedded/sound/open-carrier-end.ts';
import { openMetronome } from '#adapters/telephony/embedded/sound/open-metronome.ts';
import type { SoundEnd } from '#adapters/telephony/embedded/sound/sound-end.ts';
import { openTrunkCarrier } from '#adapters/telephony/trunk/open-trunk-carrier.ts';
import type { TrunkCarrier } from '#adapters/telephony/trunk/trunk-carrier.ts';
import { openTrunkEdge } from '#adapters/telephony/trunk/open-trunk-edge.ts';
import { FRAME_MS, FRAME_SAMPLES } from '#core/telephony/sound.ts';
import { systemClock } from '#platform/server/clock.ts';
import { percentile } from './report.ts';
import { HERE, loopbackTrunk, type TrunkSound } from './trunk-sound.ts';

/**
 * Both carriers, in a process of their own: one calls, the other answers, and both speak 50 times a second. Every frame carries
 * the moment it was sent. No two speak at the same moment, as in life.
 */
export type CarriersOrder =
  | { do: 'join'; sound: TrunkSound; callers: number; callees: number; line: string }
  | { do: 'call'; number: string; count: number }
  | { do: 'measure'; seconds: number }
  | { do: 'leave' };

export interface CarriersHeard {
  sent: number;
  heard: number;
  lateP50Ms: number;
  lateP99Ms: number;
  cpuUs: number;
}

interface Talker {
  end: SoundEnd;
  dueMs: number;
  packets: number;
}

const AT_ONCE = 10;
const PATIENCE_MS = 30_000;
/** What is on its way when the measuring ends still counts. */
const LAST_FRAMES_MS = 300;
const MOST_LATE_MS = 5 * FRAME_MS;
/** Spreads their moments over the 20 ms. */
const GOLDEN = 0.618_034;

const metronome = openMetronome();
const log = { error: (fields: object, text: string): void => console.error(text, fields) };
const open = () => openTrunkEdge({ bindAddress: HERE, udpPort: 0, metronome, clock: systemClock, log });
const edges = { callers: await open(), callees: await open() };
const talkers: Talker[] = [];
const frameView = new DataView(new ArrayBuffer(FRAME_SAMPLES));
const frame = new Uint8Array(frameView.buffer);
let carriers: Record<keyof typeof edges, TrunkCarrier> | null = null;
/** Of which measuring the frames are that are spoken, and those that are listened to; 0 of none. */
let speaking = 0;
let listening = 0;
let measured = 0;
let sent = 0;
let lateMs: number[] = [];

setInterval(() => {
  for (const talker of talkers) {
    const nowMs = performance.now();
    // After a stall nobody speaks faster to make up for it.
    if (talker.dueMs < nowMs - MOST_LATE_MS) talker.dueMs = nowMs;
    for (; talker.dueMs <= nowMs; talker.dueMs += FRAME_MS) {
      frameView.setFloat64(0, performance.now());
      frameView.setUint32(8, speaking);
      talker.end.send(frame);
      if (speaking > 0) sent += 1;
    }
  }
}, 1);

process.on('message', async (order: CarriersOrder) => {
  process.send!(await obey(order).catch((problem: Error) => ({ problem: problem.stack })));
});
process.on('disconnect', () => process.exit());
process.send!({ callers: edges.callers.ports.udp!, callees: edges.callees.ports.udp! });

async function obey(order: CarriersOrder): Promise<object> {
  switch (order.do) {
    case 'join': {
      const headers = { 'X-Line': order.line };
      const trunk = (who: keyof typeof edges): TrunkCarrier =>
        openTrunkCarrier(edges[who], { ...loopbackTrunk(order[who], order.sound), headers });
      carriers = { callers: trunk('callers'), callees: trunk('callees') };
      carriers.callees.onCall((leg) => {
        talk(leg);
        void leg.answer();
      });
      return {};
    }
    case 'call':
      await Promise.all(
        Array.from({ length: AT_ONCE }, async (_, at) => {
          for (let made = at; made < order.count; made += AT_ONCE) await call(order.number);
        }),
      );
      return {};
    case 'measure':
      return measure(order.seconds);
    case 'leave':
      talkers.length = 0;
      await Promise.all([carriers?.callers.close(), carriers?.callees.close()]);
      return {};
  }
}

async function call(number: string): Promise<void> {
  const { near, far } = carrierCall(number, '+4930111');
  const caller = talk(near);
  carriers!.callers.place(far);
  for (const deadline = performance.now() + PATIENCE_MS; caller.packets === 0; await wait(5))
    if (performance.now() > deadline) throw new Error('a caller hears nothing');
}

function talk(leg: CarrierLeg): Talker {
  leg.listener = {
    ended: (status) => {
      if (talkers.includes(talker)) console.error(`a call ended by itself: ${status}`);
    },
  };
  const end = openCarrierEnd(leg);
  const dueMs = performance.now() + ((talkers.length * GOLDEN) % 1) * FRAME_MS;
  const talker: Talker = { end, dueMs, packets: 0 };
  end.listener = {
    key: () => {},
    packet({ payload }) {
      const nowMs = performance.now();
      talker.packets += 1;
      const view = new DataView(payload.buffer, payload.byteOffset);
      if (listening > 0 && view.getUint32(8) === listening) lateMs.push(nowMs - view.getFloat64(0));
    },
  };
  talkers.push(talker);
  return talker;
}

async function measure(seconds: number): Promise<CarriersHeard> {
  const before = process.cpuUsage();
  [sent, lateMs] = [0, []];
  listening = speaking = measured += 1;
  await wait(seconds * 1_000);
  speaking = 0;
  const { user, system } = process.cpuUsage(before);
  await wait(LAST_FRAMES_MS);
  listening = 0;
  return {
    sent,
    heard: lateMs.length,
    lateP50Ms: percentile(lateMs, 0.5),
    lateP99Ms: percentile(lateMs, 0.99),
    cpuUs: user + system,
  };
}
