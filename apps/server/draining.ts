import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Telephony } from '#core/telephony/telephony.port.ts';
import type { CallDesk } from '#features/voice/calls/server/index.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Homes } from '#platform/server/homes/homes.ts';
import { inTime } from '#platform/server/in-time.ts';
import type { Drain } from '#platform/server/nodes/drain.ts';
import type { NodeFigures, Nodes } from '#platform/server/nodes/nodes.ts';
import type { Channels } from '#platform/server/realtime/channels.ts';

/** So long a balancer has to notice that requests should go elsewhere; only where there is an elsewhere. */
const NOTICED_MS = 3_000;
const LOOK_EVERY_MS = 100;
/** A database that keeps its connections and answers nothing keeps nobody from the end. */
const BEAT_WITHIN_MS = 1_000;

interface ObeyingParts {
  drain: Drain;
  homes: Pick<Homes, 'drain' | 'takeBack'>;
  jobs: { pause(): void; resume(): void };
  channels: Pick<Channels, 'moveOn'>;
  http: FastifyInstance;
  nodes: Pick<Nodes, 'hasOthers' | 'onOthers'>;
}

/**
 * What a process on its way out does: desks go to others where no call is in them, sockets any process could serve are let go, jobs are left
 * to others, connections end with their answer. Alone it goes on with all of it until its end: nobody else would; also where it was left
 * alone after it had begun.
 */
export function obeyDrain({ drain, homes, jobs, channels, http, nodes }: ObeyingParts): void {
  const { hasOthers } = nodes;
  function leaveToOthers(): void {
    if (!hasOthers()) return jobs.resume();
    jobs.pause();
    channels.moveOn();
  }
  drain.onChange(() => {
    if (!drain.current()) {
      jobs.resume();
      return homes.takeBack();
    }
    homes.drain(hasOthers);
    leaveToOthers();
  });
  nodes.onOthers(() => drain.current() && leaveToOthers());
  http.addHook('onSend', (_request, reply, payload, done) => {
    if (drain.current() && hasOthers()) void reply.header('connection', 'close');
    done(null, payload);
  });
}

interface DrainedParts {
  drain: Drain;
  nodes: Pick<Nodes, 'beat' | 'hasOthers'>;
  desk: Pick<CallDesk, 'count'>;
  homes: Pick<Homes, 'here'>;
  clock: Pick<Clock, 'nowMs'>;
  telephony: Pick<Telephony, 'outlivesProcess'>;
}

/** Told to stop: resolves when nothing is left that only this process holds, or when the time is up. */
export async function drained(
  { drain, nodes, desk, homes, clock, telephony }: DrainedParts,
  withinMs: number,
): Promise<void> {
  const startMs = performance.now();
  drain.begin('signal', clock.nowMs() + withinMs);
  await inTime(nodes.beat(), BEAT_WITHIN_MS);
  // Calls that outlive us are nothing to wait for.
  const isLeft = (): boolean =>
    (desk.count() > 0 && !telephony.outlivesProcess) ||
    (nodes.hasOthers() && (homes.here().length > 0 || performance.now() - startMs < NOTICED_MS));
  while (isLeft() && performance.now() - startMs < withinMs) await pause(LOOK_EVERY_MS);
  await inTime(nodes.beat(), BEAT_WITHIN_MS);
}

interface FiguresParts extends Pick<DrainedParts, 'desk' | 'homes'> {
  channels: Pick<Channels, 'count'>;
  jobs: { running(): number };
}

/** What this process holds. */
export const figuresNow = ({ homes, desk, channels, jobs }: FiguresParts): NodeFigures => ({
  homes: homes.here().length,
  calls: desk.count(),
  sockets: channels.count(),
  jobs: jobs.running(),
  load: loadavg()[0]! / availableParallelism(),
  memory: process.memoryUsage.rss(),
});
