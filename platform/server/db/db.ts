import { sql, type RawBuilder, type Transaction } from 'kysely';
import type pg from 'pg';
import { Failure } from '#shared/errors.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { KEPT, UNREAD } from './pipelined-pool.ts';
import type { ReplicaStanding } from './replicas.ts';
import type { Asking } from './text-once.ts';

/** For the beginning of a statement, see `KEPT` and `UNREAD` of `pipelined-pool.ts`. */
export const kept = sql.raw(KEPT);
export const unread = sql.raw(UNREAD);

/** What a transaction tells browsers once it has committed. */
export interface Push {
  /** `<feature>.<event>`, as the feature's contract declares it. */
  kind: string;
  body: unknown;
  /** One person, or everybody in the tenant. */
  to?: { userId: number };
  /** Only people who hold this function key. */
  access?: string;
}

export interface JobRequest {
  /** Jobs of one queue run one after another. */
  queue?: string;
  /** A second job with the same key replaces the first while it waits. */
  key?: string;
  afterMs?: number;
}

/** One transaction. What it enqueues, announces and pushes happens if and only if it commits. */
export interface Tx {
  /** The same transaction, typed with the tables a feature knows. */
  as<Tables>(): Transaction<Tables>;
  enqueue(task: string, payload: object, request?: JobRequest): Promise<void>;
  /** Tells other features: every subscriber of `event` whom it concerns gets a job of its own, with the payload and an `announcementId` by which it knows this one again. */
  announce(event: string, payload: object): Promise<void>;
  /** For what this process remembers; other processes are told by the database. */
  afterCommit(act: () => void): void;
}

/** Who hears of an event that transactions announce. */
export type AnnouncementListener =
  /** A job in the announcing transaction, for payloads that concern it. */
  | ({ task: string } & Concern)
  /** At once, in the process that announced it and after the commit: for what may be lost with the process. */
  | { onAnnounced(payload: never): void };

/** What a subscriber leaves alone costs no job. */
export interface Concern {
  /** By what the payload says. */
  when?(payload: never): boolean;
  /** SQL: a boolean, as the announcing tenant sees rows. */
  wanted?: string;
}

/** A transaction that sees one tenant. */
export interface TenantTx extends Tx {
  tenantId: number;
  push(push: Push): Promise<void>;
}

/** On whose behalf a transaction runs. */
export interface OnBehalf {
  tenantId: number;
  /** Written into the same transaction, before it commits. See `http/operation.ts`. */
  operation?: { writeInto(tx: TenantTx): Promise<void> } | undefined;
}

/** A tenant, and what is asked first whoever else goes along: it fails where this process may not write (`leases`). */
export interface FencedTenant {
  tenantId: number;
  fence?: Asking<object>;
}

export interface Db {
  /** Runs `work` in one transaction that sees only this tenant. */
  tenant<T>(who: OnBehalf, work: (tx: TenantTx) => Promise<T>): Promise<T>;
  /**
   * Reads of one tenant that need nothing of each other, in one journey to the database: seen as `tenant` sees, and unable to
   * write. Each is parsed once per connection, so that only values may differ between two calls, never the text.
   */
  read<Rows extends object[]>(
    who: { tenantId: number },
    queries: { [Place in keyof Rows]: Asking<Rows[Place]> },
  ): Promise<{ [Place in keyof Rows]: Rows[Place][] }>;
  /**
   * Statements of one tenant, parsed once per connection as well, and what they tell browsers: all of it happens in one journey, or
   * nothing. For what needs no answer on the way. With a patience it may go along with others of the tenant, for which it waits so
   * long: none then sees what another has just written, and each happens or fails by itself.
   */
  atOnce<Rows extends object[]>(
    who: FencedTenant,
    queries: { [Place in keyof Rows]: Asking<Rows[Place]> },
    pushes: readonly Push[],
    patienceMs?: number,
  ): Promise<{ [Place in keyof Rows]: Rows[Place][] }>;
  /**
   * Reads of one tenant that are heavy and need not be answered by the database itself: a copy that follows it does, where there is one
   * and it has everything that was acknowledged before; else the database. Nothing can be written. `work` may run twice.
   */
  readAside<T>(who: { tenantId: number }, work: (tx: TenantTx) => Promise<T>): Promise<T>;
  /** One read that sees every tenant, as `read`. `why` is for the reader. */
  readEvery<Row extends object>(why: string, query: Asking<Row>): Promise<Row[]>;
  /** `readEvery`, and beside it `read` of whom its answer is expected to be about: one journey for both. */
  readBoth<Row extends object, Rows extends object[]>(
    why: string,
    query: Asking<Row>,
    who: { tenantId: number },
    queries: { [Place in keyof Rows]: Asking<Rows[Place]> },
  ): Promise<[every: Row[], ...{ [Place in keyof Rows]: Rows[Place][] }]>;
  /** Sees every tenant: sign-in, jobs, the seed. `why` is for the reader. */
  everyTenant<T>(why: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Numbers (ids, counts) by one statement that is not slowed by row-level security: it forbids indexes on anything that
   * is not leakproof, such as a search by trigrams or in arrays. The statement names the tenant itself, and what its
   * numbers stand for is read again by `tenant`, so that a wrong statement finds nothing of others. `kept` is for what is
   * asked all the time in few texts and has one good plan whatever its values are.
   */
  numbers(why: string, query: RawBuilder<unknown>, options?: { kept?: boolean }): Promise<number[][]>;
  /** The same where a value is a list of numbers that goes back into a statement as it is, `{1,2}`: thousands are not worth reading. */
  numberLists(why: string, query: RawBuilder<unknown>): Promise<(number | string | null)[][]>;
  /**
   * Everything a query finds in this tenant, however much, as it is at one moment: pieces of the text COPY writes, made of
   * whole lines. Uses little memory; a reader that gives up ends it. Answered as `readAside`.
   */
  copyOut(who: { tenantId: number }, query: RawBuilder<unknown>): AsyncGenerator<Buffer>;
  /** Calls back on every NOTIFY of a channel, also after the connection was lost and found again. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => void>;
  /** Who wants to hear of an event; set once when the server is built. */
  subscribe(event: string, listener: AnnouncementListener): void;
  ping(): Promise<void>;
  /** Which host is written to, how its copies are, and how many connections there are. */
  standing(): Promise<DatabaseStanding>;
  /** What secrets in it are sealed under. */
  keys: SecretKeys;
  pool: pg.Pool;
  close(): Promise<void>;
}

/** What whoever runs the installation wants to know of its database. */
export interface DatabaseStanding {
  /** As the address names them. */
  hosts: string[];
  /** The one that takes writes; null while nobody knows. */
  primary: string | null;
  /** How often that was another one since this process began. */
  moves: number;
  replicas: ReplicaStanding[];
  reads: { replica: number; primary: number };
  /** Of this process, at this moment and at most. */
  pool: { used: number; waiting: number; most: number };
}

export interface DbOptions {
  url: string;
  /** Copies that answer reads; null: none. */
  readUrl?: string | null;
  /** Keys its secrets are sealed under; none outside of the product itself. */
  keys?: SecretKeys;
  /** Connections of this process. */
  max?: number;
  report: (problem: unknown) => void;
}

const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '25P03',
  '57014',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '53300',
]);

const DISK_FULL = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/** The disk of the database, or ours, has no room left. */
export const isDiskFull = (thrown: unknown): boolean =>
  thrown instanceof Error && DISK_FULL.has((thrown as { code?: string }).code ?? '');

/** Nothing is wrong with what was asked: later it can be done. */
export function isUnavailable(thrown: unknown): boolean {
  if (thrown instanceof Failure) return thrown.name === 'unavailable' || thrown.name === 'storageFull';
  if (!(thrown instanceof Error)) return false;
  const { code, syscall } = thrown as { code?: string; syscall?: string };
  // A socket in the file system is not there while its database is away.
  if (code === 'ENOENT') return syscall === 'connect';
  if (code) return AWAY.has(code) || DISK_FULL.has(code);
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    thrown.message,
  );
}

/** True for a unique index that refused a row: the caller turns it into its own failure. */
export const isDuplicate = (thrown: unknown, constraint?: string): boolean =>
  (thrown as { code?: string }).code === '23505' &&
  (!constraint || (thrown as { constraint?: string }).constraint === constraint);

/** True for a row that names something which went away meanwhile. */
export const namesNothing = (thrown: unknown): boolean => (thrown as { code?: string }).code === '23503';
