import { CompiledQuery, type Kysely, type Transaction } from 'kysely';
import type pg from 'pg';
import { Failure } from '#shared/errors.ts';
import { copyOfTenant } from './copy-of-tenant.ts';
import type { Db, TenantTx } from './db.ts';
import { BECOME_READER } from './pipelined-pool.ts';
import type { Replicas } from './replicas.ts';

interface AsideParts {
  pool: pg.Pool;
  kysely: Kysely<never>;
  guarded<T>(work: () => Promise<T>): Promise<T>;
  replicas: Replicas;
}

/** Reads that a copy of the database answers where one may; rows are hidden there as they are here. */
export function openReadsAside({ pool, kysely, guarded, replicas }: AsideParts): Pick<Db, 'readAside' | 'copyOut'> {
  return {
    async readAside({ tenantId }, work) {
      const replica = await guarded(() => replicas.choose());
      if (replica)
        try {
          return await replica.during(() => readBy(replica.kysely, tenantId, work));
        } catch (problem) {
          if (!replica.failed(problem)) return guarded(() => Promise.reject(problem as Error));
        }
      return guarded(() => readBy(kysely, tenantId, work));
    },
    async *copyOut(who, query) {
      const compiled = query.compile(kysely);
      const replica = await guarded(() => replicas.choose(true));
      let isBegun = false;
      if (replica)
        try {
          for await (const piece of copyOfTenant({ pool: replica.pool, guarded: replica.during }, who, compiled)) {
            isBegun = true;
            yield piece;
          }
          return;
        } catch (problem) {
          if (!replica.failed(problem, isBegun)) throw problem;
          // The reader has the beginning of another moment. Asked again, the database itself answers.
          if (isBegun) throw new Failure('unavailable');
        }
      yield* copyOfTenant({ pool, guarded }, who, compiled);
    },
  };
}

function readBy<T>(kysely: Kysely<never>, tenantId: number, work: (tx: TenantTx) => Promise<T>): Promise<T> {
  return kysely.transaction().execute(async (trx) => {
    await trx.executeQuery(CompiledQuery.raw(BECOME_READER, [String(tenantId)]));
    return work({
      tenantId,
      as: <Tables>() => trx as unknown as Transaction<Tables>,
      afterCommit: refuse,
      enqueue: refuse,
      announce: refuse,
      push: refuse,
    });
  });
}

const refuse = (): never => {
  throw new Error('what reads aside writes nothing and tells nobody');
};
