import pg from 'pg';
import { choosePrimary, type HostAnswer } from '#core/database/choose-primary.ts';
import { readAddress, type DatabaseHost } from '#core/database/database-address.ts';
import { isUnavailable } from './db.ts';
import type { DatabaseHosts } from './hosts.ts';

/** Whoever connects waits 5 s: both the host that was known and all others can be asked within them. */
const ASK_WITHIN_MS = 2_000;

const known = new Map<string, DatabaseHosts>();

/** One memory for the whole process: what one connection learns, all others know. */
export function hostsOf(url: string): DatabaseHosts {
  const before = known.get(url);
  if (before) return before;
  const opened = openHosts(url);
  known.set(url, opened);
  return opened;
}

function openHosts(url: string): DatabaseHosts {
  const read = readAddress(url)?.hosts ?? [{ name: 'database', host: '', port: 0, url }];
  // One alone is taken as it was written.
  const all: DatabaseHosts['all'] = read.length === 1 ? [{ ...read[0]!, url }] : (read as [DatabaseHost]);
  const connections = new Map<() => void, DatabaseHost>();
  const listeners = new Set<(host: DatabaseHost) => void>();
  let current: number | null = all.length === 1 ? 0 : null;
  /** Where writes went before nobody knew. */
  let last: number | null = current;
  /** Of the greatest promotion that was written to: whoever was given up by it, and comes back, is not written to again. */
  let newest = 0;
  let isSuspect = false;
  let moves = 0;
  let looking: Promise<DatabaseHost> | null = null;

  function settle(place: number, { timeline }: HostAnswer): DatabaseHost {
    const host = all[place]!;
    newest = Math.max(newest, timeline);
    current = place;
    if (last !== null && last !== place) {
      moves += 1;
      for (const [cut, at] of connections) if (at !== host) cut();
      for (const listener of listeners) listener(host);
    }
    last = place;
    return host;
  }

  async function look(): Promise<DatabaseHost> {
    const before = current;
    isSuspect = false;
    const same = before === null ? null : (await answerOf(all[before]!)).answer;
    if (same?.takesWrites && same.timeline >= newest) return settle(before!, same);
    current = null;
    const replies = await Promise.all(all.map(answerOf));
    const chosen = choosePrimary(
      replies.map(({ answer }) => answer),
      { current: last, newest },
    );
    if (chosen === null) throw noPrimary(all, replies);
    return settle(chosen, replies[chosen]!.answer!);
  }

  const isCurrent = (host: DatabaseHost): boolean => all.length > 1 && current !== null && all[current] === host;

  return {
    all,
    current: () => (current === null ? null : all[current]!),
    async primary() {
      if (current !== null && !isSuspect) return all[current]!;
      looking ??= look().finally(() => (looking = null));
      return looking;
    },
    async takesWrites() {
      return current !== null && ((await answerOf(all[current]!)).answer?.takesWrites ?? false);
    },
    suspect(host) {
      if (isCurrent(host)) isSuspect = true;
    },
    lost(host) {
      if (isCurrent(host)) current = null;
    },
    join(host, cut) {
      connections.set(cut, host);
      return () => void connections.delete(cut);
    },
    onMove(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    moves: () => moves,
  };
}

interface HostReply {
  answer: HostAnswer | null;
  problem: Error | null;
}

const answerOf = (host: DatabaseHost): Promise<HostReply> =>
  ask(host).then(
    (answer) => ({ answer, problem: null }),
    (problem: Error) => ({ answer: null, problem }),
  );

/** The timeline of the log that is written just now: that of the last checkpoint may still be the one before. */
const STANDING = `
  select not pg_is_in_recovery() and current_setting('default_transaction_read_only') = 'off' "takesWrites",
    case when pg_is_in_recovery() then '' else substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end timeline`;

async function ask({ url }: DatabaseHost): Promise<HostAnswer> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'openseat-hosts',
    connectionTimeoutMillis: ASK_WITHIN_MS,
    query_timeout: ASK_WITHIN_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ takesWrites: boolean; timeline: string }>(STANDING);
    void client.end().catch(() => {});
    const { takesWrites, timeline } = rows[0]!;
    return { takesWrites, timeline: Number.parseInt(timeline, 16) || 0 };
  } catch (problem) {
    client.connection.stream.destroy();
    throw problem;
  }
}

/** What is wrong with an account or a name does not pass by waiting, and is told as it was said. */
function noPrimary(hosts: readonly DatabaseHost[], replies: readonly HostReply[]): Error {
  const lasting = replies.find(({ problem }) => problem && !isUnavailable(problem) && 'severity' in problem)?.problem;
  if (lasting) return lasting;
  const each = hosts.map(({ name }, place) => {
    const { answer, problem } = replies[place]!;
    if (answer?.takesWrites) return `${name} was given up by a later promotion`;
    return `${name} ${answer ? 'takes no writes' : ((problem as { code?: string }).code ?? problem!.message)}`;
  });
  return new NoPrimary(`no host of the database takes writes: ${each.join(', ')}`);
}

/** As PostgreSQL says that it cannot take connections yet. */
export class NoPrimary extends Error {
  readonly code = '57P03';
}
