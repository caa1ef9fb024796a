import { systemClock } from '#platform/server/clock.ts';
import { openToneEar, toneFrame } from '#test/tone-ear.ts';
import { carrierCall, type CarrierLeg } from '../carrier.ts';
import { openCarrierEnd } from '../embedded/sound/open-carrier-end.ts';
import { openMetronome } from '../embedded/sound/open-metronome.ts';
import type { SoundEnd } from '../embedded/sound/sound-end.ts';
import { openTrunkCarrier, type TrunkCarrierOptions, type TrunkWishes } from './open-trunk-carrier.ts';
import type { TrunkCarrier } from './trunk-carrier.ts';
import { openTrunkEdge, type TrunkEdgeOptions } from './open-trunk-edge.ts';
import type { TrunkEdge } from './trunk-edge.ts';
import { openScriptedPeer, type ScriptedPeer } from './scripted-peer.fixture.ts';
import { until } from '../until.fixture.ts';

/** A call as the exchange has it: what was told, what is heard. */
export interface StagedCall {
  leg: CarrierLeg;
  end: SoundEnd;
  story: string[];
  keys(): string;
  speak(hz: number | null): void;
  hears(): number[];
  at(what: string): Promise<void>;
}

export interface TrunkStage {
  edge(options?: Partial<TrunkEdgeOptions>): Promise<TrunkEdge>;
  carrier(edge: TrunkEdge, wishes: TrunkWishes, rules?: TrunkCarrierOptions): TrunkCarrier;
  peer(trunkPort: () => number, address?: string): Promise<ScriptedPeer>;
  /** The exchange calls through a trunk. */
  dial(carrier: TrunkCarrier, to: string, from?: string, sipCallId?: string): StagedCall;
  /** The next call that comes in through a trunk. */
  incoming(carrier: TrunkCarrier): () => Promise<StagedCall>;
  /** What a trunk reported as a bug. */
  bugs: unknown[];
  close(): Promise<void>;
}

export function openTrunkStage(): TrunkStage {
  const metronome = openMetronome();
  const bugs: unknown[] = [];
  const carriers: TrunkCarrier[] = [];
  const edges: TrunkEdge[] = [];
  const peers: ScriptedPeer[] = [];

  function staged(leg: CarrierLeg): StagedCall {
    const ear = openToneEar();
    const story: string[] = [];
    let keys = '';
    let hz: number | null = null;
    leg.listener = {
      ringing: () => void story.push('ringing'),
      earlyMedia: () => void story.push('early'),
      answered: () => void story.push('answered'),
      held: (held) => void story.push(held ? 'held' : 'resumed'),
      ended(status, q850) {
        story.push(`ended ${status}${q850 === null ? '' : ` ${q850}`}`);
        stopSpeaking();
      },
    };
    const end = openCarrierEnd(leg);
    end.listener = { packet: ({ payload }) => ear.hear(payload), key: (key) => void (keys += key) };
    const stopSpeaking = metronome.subscribe(() => hz !== null && end.send(toneFrame(hz)));
    return {
      leg,
      end,
      story,
      keys: () => keys,
      speak: (nextHz) => void (hz = nextHz),
      hears: () => ear.tones(),
      at: async (what) => void (await until(`${what}; told ${story.join(', ')}`, () => story.includes(what))),
    };
  }

  return {
    bugs,
    async edge(options = {}) {
      const edge = await openTrunkEdge({
        bindAddress: '127.0.0.1',
        udpPort: 0,
        metronome,
        clock: systemClock,
        log: { error: (fields) => void bugs.push(fields) },
        ...options,
        patience: { goodbyeMs: 20, ...options.patience },
      });
      edges.push(edge);
      return edge;
    },
    carrier(edge, wishes, rules) {
      const carrier = openTrunkCarrier(edge, { healthSec: null, ...wishes }, rules);
      carriers.push(carrier);
      return carrier;
    },
    async peer(trunkPort, address) {
      const peer = await openScriptedPeer(trunkPort, address);
      peers.push(peer);
      return peer;
    },
    dial(carrier, to, from = '+4930111', sipCallId) {
      const { near, far } = carrierCall(to, from, {}, null, sipCallId ?? null);
      const call = staged(near);
      carrier.place(far);
      return call;
    },
    incoming(carrier) {
      const calls: StagedCall[] = [];
      carrier.onCall((leg) => void calls.push(staged(leg)));
      return () => until('a call comes in', () => calls.shift());
    },
    async close() {
      await Promise.all(carriers.map((carrier) => carrier.close()));
      await Promise.all(edges.map((edge) => edge.stop()));
      for (const peer of peers) peer.close();
      metronome.stop();
    },
  };
}
