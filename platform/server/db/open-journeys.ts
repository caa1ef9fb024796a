import type { Kysely } from 'kysely';
import type pg from 'pg';
import { inPieces } from '../in-pieces.ts';
import { isLeaseLost } from '../leases/lease.ts';
import { isUnavailable, type Db, type Push } from './db.ts';
import { sendPipeline, type StatementResult, type Statement } from './pipeline.ts';
import { BECOME_READER, BECOME_TENANT, PUT_OUT } from './pipelined-pool.ts';
import type { Asking } from './text-once.ts';

interface JourneyParts {
  pool: pg.Pool;
  kysely: Kysely<never>;
  guarded<T>(work: () => Promise<T>): Promise<T>;
}

type Rows = Record<string, unknown>[];

/** What is sent in one journey; see `Db.atOnce`. */
interface AtOnce {
  fences: readonly Statement[];
  statements: readonly Statement[];
  pushes: readonly Push[];
}

const isFirstOfItsKind = (one: Statement, place: number, all: readonly Statement[]): boolean =>
  all.findIndex(({ text, values }) => text === one.text && values.every((value, at) => value === one.values[at])) ===
  place;

const READ_ONLY = `select set_config('transaction_read_only', 'on', true)`;

/** What asks or writes in one journey to the database: all statements go at once, and all answers come back together. */
export function openJourneys({
  pool,
  kysely,
  guarded,
}: JourneyParts): Pick<Db, 'read' | 'readEvery' | 'readBoth' | 'atOnce'> {
  /** In one journey; outside a transaction they are one by themselves. */
  const together = (statements: readonly Statement[]): Promise<StatementResult[]> =>
    guarded(() => withClient(pool, (client) => sendPipeline(client, statements)));
  const asked = (queries: readonly Asking<unknown>[]): Statement[] =>
    queries.map((query) => {
      const { sql: text, parameters: values } = query.compile(kysely);
      return { text, values, kept: true };
    });

  /** Answers the rows of each statement of each item. */
  async function sendAtOnce(tenantId: number, items: readonly AtOnce[]): Promise<Rows[][]> {
    const becoming = { text: BECOME_TENANT, values: [String(tenantId)], kept: true };
    const fences = items.flatMap((item) => item.fences).filter(isFirstOfItsKind);
    const pushes = items.flatMap((item) => item.pushes);
    const pushStatements = pushes.length === 0 ? [] : [{ text: PUT_OUT, values: [outboxRows(pushes)], kept: true }];
    const statements = [becoming, ...fences, ...items.flatMap((item) => item.statements), ...pushStatements];
    const answers = await together(statements).catch((problem: unknown) => {
      // A lease that was lost and taken again has two fences here, and some may need none: then each is sent by itself.
      const isOfAll = fences.length === 1 && items.every((item) => item.fences.length > 0);
      if (!isLeaseLost(problem) || items.length === 1 || isOfAll) throw problem;
      throw new Error('one of several leases is lost', { cause: problem });
    });
    let at = 1 + fences.length;
    return items.map((item) => item.statements.map(() => answers[at++]!.rows));
  }
  const joined = inPieces(sendAtOnce, (problem) => isUnavailable(problem) || isLeaseLost(problem));

  return {
    read: async (who, queries) => {
      const becoming = { text: BECOME_READER, values: [String(who.tenantId)], kept: true };
      const [, ...answers] = await together([becoming, ...asked(queries)]);
      return answers.map(({ rows }) => rows) as never;
    },
    readEvery: async (_why, query) => {
      const [, answer] = await together([{ text: READ_ONLY, values: [], kept: true }, ...asked([query])]);
      return answer!.rows as never;
    },
    readBoth: async (_why, query, who, queries) => {
      const [, every, , ...answers] = await together([
        { text: READ_ONLY, values: [], kept: true },
        ...asked([query]),
        { text: BECOME_READER, values: [String(who.tenantId)], kept: true },
        ...asked(queries),
      ]);
      return [every!.rows, ...answers.map(({ rows }) => rows)] as never;
    },
    atOnce: async ({ tenantId, fence }, queries, pushes, patienceMs) => {
      const item = { fences: fence ? asked([fence]) : [], statements: asked(queries), pushes };
      if (patienceMs !== undefined) return (await joined(tenantId, item, patienceMs)) as never;
      return (await sendAtOnce(tenantId, [item]))[0] as never;
    },
  };
}

/** A connection that something failed on is not used again. */
async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (thrown) {
    client.release(true);
    throw thrown;
  }
}

/** As the statement that puts them into the outbox takes them. */
export const outboxRows = (pushes: readonly Push[]): string =>
  JSON.stringify(
    pushes.map(({ kind, body, to, access }) => ({
      kind,
      body,
      user_id: to?.userId ?? null,
      access: access ?? null,
    })),
  );
