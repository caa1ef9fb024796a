import { inPieces } from '../in-pieces.ts';
import { isLeaseLost } from '../leases/lease.ts';
import { isUnavailable, type Db, type Push } from './db.ts';
import type { Answer, Statement } from './pipeline.ts';
import { BECOME_TENANT, PUT_OUT } from './pipelined-pool.ts';
import type { Asking } from './text-once.ts';

interface AtOnceParts {
  /** In one journey. */
  together(statements: readonly Statement[]): Promise<Answer[]>;
  asked(queries: readonly Asking<unknown>[]): Statement[];
}

/** What one asked for. */
interface AskedAtOnce {
  fences: readonly Statement[];
  statements: readonly Statement[];
  pushes: readonly Push[];
}

/** See `Db.atOnce`. */
export function openAtOnce({ together, asked }: AtOnceParts): Db['atOnce'] {
  /** Answers the rows of each statement of each item. */
  async function send(tenantId: number, items: readonly AskedAtOnce[]): Promise<object[][][]> {
    const becoming = { text: BECOME_TENANT, values: [String(tenantId)], kept: true };
    const fences = items.flatMap((item) => item.fences).filter(isFirstOfItsKind);
    const pushes = items.flatMap((item) => item.pushes);
    const told = pushes.length === 0 ? [] : [{ text: PUT_OUT, values: [outboxRows(pushes)], kept: true }];
    const answers = await together([becoming, ...fences, ...items.flatMap(({ statements }) => statements), ...told]);
    let at = 1 + fences.length;
    return items.map(({ statements }) => statements.map(() => answers[at++]!.rows));
  }
  const joined = inPieces(send, (problem) => isUnavailable(problem) || isLeaseLost(problem));

  return async ({ tenantId, fence }, queries, pushes, patienceMs) => {
    const item = { fences: fence ? asked([fence]) : [], statements: asked(queries), pushes };
    if (patienceMs !== undefined) return (await joined(tenantId, item, patienceMs)) as never;
    return (await send(tenantId, [item]))[0] as never;
  };
}

const isFirstOfItsKind = (one: Statement, place: number, all: readonly Statement[]): boolean =>
  all.findIndex(({ text, values }) => text === one.text && values.every((value, at) => value === one.values[at])) ===
  place;

/** Pushes as the outbox takes them. */
export const outboxRows = (pushes: readonly Push[]): string =>
  JSON.stringify(
    pushes.map(({ kind, body, to, access }) => ({
      kind,
      body,
      user_id: to?.userId ?? null,
      access: access ?? null,
    })),
  );
