import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { benchLine, benchNumber, openAsteriskBridge } from './trunk-asterisk.ts';
import type { CarriersHeard, CarriersOrder } from './trunk-carriers.ts';
import type { TrunkSound } from './trunk-sound.ts';

const SETTLE_MS = 1_500;

export interface TrunkTalk extends CarriersHeard {
  /** Percent of a core that a call takes at the full pace, by what each frame took that arrived. */
  percent: number;
  carriersPercent: number;
  load: number;
}

/** What joins calls of one carrier to another. */
export interface TrunkBridge {
  /** Where the caller's carrier and the callee's reach it. */
  ports: { callers: number; callees: number };
  cpuUs(): Promise<number>;
  close(): Promise<void>;
}

/** Two carriers in a process of their own, and what may stand between them. */
export async function openTrunkTalks() {
  const carriers = fork(join(import.meta.dirname, 'trunk-carriers.ts'));
  const ports = await answerOf<TrunkBridge['ports']>(carriers);
  const order = (what: CarriersOrder): Promise<object> => ask(carriers, what);
  return {
    /** Nothing between them: what of the lateness is their own. */
    nothing: (): TrunkBridge => ({
      ports: { callers: ports.callees, callees: ports.callers },
      cpuUs: async () => 0,
      close: async () => {},
    }),
    /** The embedded exchange. */
    async embedded(sound: TrunkSound): Promise<TrunkBridge> {
      const child = fork(join(import.meta.dirname, 'trunk-bridge.ts'), [
        sound,
        String(ports.callers),
        String(ports.callees),
      ]);
      return {
        ports: await answerOf<TrunkBridge['ports']>(child),
        cpuUs: async () => (await ask<{ cpuUs: number }>(child, {})).cpuUs,
        async close() {
          const ended = once(child, 'exit');
          child.disconnect();
          await ended;
        },
      };
    },
    /** Plain Asterisk; null where there is none. */
    async asterisk(): Promise<TrunkBridge | null> {
      const found = await openAsteriskBridge(ports.callees);
      return found && { ...found, ports: { callers: found.port, callees: found.port } };
    },
    /** So many calls at once, more with each size, `seconds` long; ends early where `on` says so. */
    async measure(
      bridge: TrunkBridge,
      sound: TrunkSound,
      { sizes, seconds }: { sizes: readonly number[]; seconds: number },
      on: (size: number, talk: TrunkTalk) => boolean | void,
    ): Promise<void> {
      await order({ do: 'join', sound, ...bridge.ports, line: benchLine(sound) });
      let joined = 0;
      for (const size of sizes) {
        await order({ do: 'call', number: benchNumber(sound), count: size - joined });
        joined = size;
        await wait(SETTLE_MS);
        const [before, beganMs] = [await bridge.cpuUs(), performance.now()];
        const measured = await ask<CarriersHeard>(carriers, { do: 'measure', seconds });
        const [after, lastedMs] = [await bridge.cpuUs(), performance.now() - beganMs];
        const isEnough = on(size, {
          ...measured,
          percent: ((after - before) / 100 / measured.heard) * ((seconds * 1_000) / lastedMs),
          carriersPercent: measured.cpuUs / 10 / (seconds * 1_000),
          load: loadavg()[0]!,
        });
        if (isEnough) break;
      }
      await order({ do: 'leave' });
    },
    close: () => carriers.disconnect(),
  };
}

async function answerOf<Answer>(child: ChildProcess): Promise<Answer> {
  const [answer] = (await once(child, 'message')) as [Answer & { problem?: string }];
  if (answer.problem) throw new Error(answer.problem);
  return answer;
}

async function ask<Answer>(child: ChildProcess, order: object): Promise<Answer> {
  child.send(order);
  return answerOf<Answer>(child);
}
