import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Clock } from '../clock.ts';
import { isUnavailable, type Db } from '../db/db.ts';
import type { Log } from '../log.ts';
import type { Drain } from './drain.ts';
import {
  NODES_CHANNEL,
  type InstallationNode,
  type NodeFigures,
  type Nodes,
  type NodeState,
  type NodeWish,
} from './nodes.ts';

const BEAT_MS = 2_000;
/** Whoever is silent so long is not counted on: three signs of life were missed, and one may have been slow. */
const GONE_SEC = 8;

interface NodesParts {
  db: Db;
  log: Log;
  clock: Pick<Clock, 'nowMs'>;
  drain: Drain;
  name: string;
  version: string;
  build: string;
  figures(): NodeFigures;
}

/** Nothing is left that only this process holds. */
const stateOf = (drain: Drain, { calls, homes }: NodeFigures, hasOthers: boolean): NodeState => {
  if (!drain.current()) return 'working';
  return calls === 0 && (homes === 0 || !hasOthers) ? 'drained' : 'draining';
};

export function openNodes({ db, log, drain, name, version, build, figures }: NodesParts): Nodes {
  const id = randomUUID();
  const listeners = new Set<() => void>();
  const othersListeners = new Set<() => void>();
  const stops: (() => void)[] = [];
  let address: string | null = null;
  let others = false;
  let isStopped = false;
  let beating: Promise<void> | null = null;

  async function write(): Promise<void> {
    const now = figures();
    const draining = drain.current();
    const state = stateOf(drain, now, others);
    const { rows } = await db.pool.query<{ wanted: NodeWish; others: boolean }>(BEAT, [
      id,
      name,
      hostname(),
      process.pid,
      version,
      address,
      state,
      draining?.sinceMs ?? null,
      draining?.untilMs ?? null,
      now.homes,
      now.calls,
      now.sockets,
      now.jobs,
      now.load,
      now.memory,
      GONE_SEC,
      NODES_CHANNEL,
      build,
    ]);
    const hadOthers = others;
    others = rows[0]!.others;
    if (others !== hadOthers) for (const listener of othersListeners) listener();
    if (rows[0]!.wanted === 'drain') drain.begin('operator', null);
    else drain.takeBack();
  }

  /** One after another; who asks while one is under way waits for the next. */
  async function beat(): Promise<void> {
    await beating;
    if (isStopped) return;
    beating = write()
      .catch((problem: unknown) => {
        if (!isUnavailable(problem)) log.error({ err: problem }, 'how this process is could not be written down');
      })
      .finally(() => (beating = null));
    await beating;
  }

  function onPayload(payload: string): void {
    // What is wanted of us is read at once; an empty word: something was missed.
    if (payload === `${WANTED}${id}` || payload === '') void beat();
    for (const listener of listeners) listener();
  }

  return {
    id,
    hasOthers: () => others,
    onOthers(listener) {
      othersListeners.add(listener);
      return () => void othersListeners.delete(listener);
    },
    async all() {
      const { rows } = await db.pool.query<InstallationNode>(ALL, [GONE_SEC]);
      return rows;
    },
    async ask(nodeId, wish) {
      const { rowCount } = await db.pool.query(ASK, [nodeId, wish, GONE_SEC, NODES_CHANNEL, WANTED]);
      return rowCount === 1;
    },
    onNews(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async start(given) {
      address = given;
      stops.push(await db.listen(NODES_CHANNEL, onPayload));
      stops.push(drain.onChange(() => void beat()));
      await db.pool.query(SWEEP);
      await beat();
      const timer = setInterval(() => void beat(), BEAT_MS);
      timer.unref();
      stops.push(() => clearInterval(timer));
    },
    beat,
    async stop() {
      if (isStopped) return;
      isStopped = true;
      for (const stop of stops.splice(0)) stop();
      await beating;
      await db.pool.query(GOODBYE, [id, NODES_CHANNEL]).catch(() => {});
    },
  };
}

const WANTED = 'wanted ';

const BEAT = `
  with said as (
    insert into node as had (id, name, host, pid, version, address, state, drain_since, drain_until, homes, calls, sockets, jobs, load, memory, build)
    values ($1, $2, $3, $4, $5, $6, $7, to_timestamp($8::float8 / 1000), to_timestamp($9::float8 / 1000), $10, $11, $12, $13, $14, $15, $18)
    on conflict (id) do update set heard_at = now(), address = excluded.address, state = excluded.state, drain_since = excluded.drain_since,
      drain_until = excluded.drain_until, homes = excluded.homes, calls = excluded.calls, sockets = excluded.sockets, jobs = excluded.jobs,
      load = excluded.load, memory = excluded.memory
    returning wanted)
  select wanted, pg_notify($17, $1::text), exists (
    select from node where id <> $1 and wanted = 'work' and state = 'working' and address is not null
      and heard_at > now() - make_interval(secs => $16)) others
  from said`;
const ALL = `
  select id, name, host, pid, version, build, address, (extract(epoch from started_at) * 1000)::float8 "startedMs",
    (extract(epoch from heard_at) * 1000)::float8 "heardMs", heard_at <= now() - make_interval(secs => $1) "isGone", wanted, state,
    (extract(epoch from drain_since) * 1000)::float8 "drainSinceMs", (extract(epoch from drain_until) * 1000)::float8 "drainUntilMs",
    homes, calls, sockets, jobs, load::float8 load, memory::float8 memory
  from node order by name, started_at, id`;
const ASK = `
  with asked as (
    update node set wanted = $2 where id = $1 and heard_at > now() - make_interval(secs => $3) returning id)
  select pg_notify($4, $5 || id) from asked`;
const GOODBYE = `with gone as (delete from node where id = $1 returning id) select pg_notify($2, id::text) from gone`;
/** Nobody wonders any more what became of them. */
const SWEEP = `delete from node where heard_at < now() - interval '1 day'`;
