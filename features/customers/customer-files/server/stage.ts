import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '#platform/server/db/db.ts';

/*
 * Where the rows of an import wait: two unlogged tables of its own, its rows (`stage`), and what becomes of those that are not simply
 * added (`plan`). Dropping them costs nothing. A crash of the database empties them, so whoever writes counts first.
 */

export interface StagedImport {
  id: number;
  tenantId: number;
}

const stageName = (id: number): string => `customer_stage_${id}`;
const planName = (id: number): string => `customer_plan_${id}`;
export const stageOf = ({ id }: Pick<StagedImport, 'id'>): RawBuilder<unknown> => sql.table(stageName(id));
export const planOf = ({ id }: Pick<StagedImport, 'id'>): RawBuilder<unknown> => sql.table(planName(id));

/** Makes the tables anew, empty. */
export async function createStage(db: Db, { id, tenantId }: StagedImport): Promise<void> {
  await db.everyTenant('a place for the rows of an import', async (tx) => {
    await dropTables(tx, id);
    await createRowTable(tx, stageName(id), tenantId);
    await sql`create unlogged table ${planOf({ id })} (tenant_id bigint, line int primary key, customer_id bigint, leader int, is_shared boolean not null default false, taken text[])`.execute(
      tx.as(),
    );
    await ofTenant(tx, planName(id), tenantId);
  });
}

/** Says of a plan which customers it was made of; null: of whichever. */
export async function noteStanding(tx: Tx, { id }: Pick<StagedImport, 'id'>, standing: string | null): Promise<void> {
  await sql`comment on table ${planOf({ id })} is ${sql.lit(standing)}`.execute(tx.as());
}

/** What `noteStanding` said; null where it said nothing. */
export const standingOf = ({ id }: Pick<StagedImport, 'id'>): RawBuilder<string | null> =>
  sql<string | null>`obj_description(to_regclass(${planName(id)}), 'pg_class')`;

/** Rows that wait; null when the tables are gone. */
export async function countStaged(db: Db, { id }: StagedImport): Promise<number | null> {
  return db.everyTenant('whether a crash emptied the rows of an import', async (tx) => {
    const { rows: found } = await sql<{
      there: boolean;
    }>`select to_regclass(${stageName(id)}) is not null there`.execute(tx.as());
    if (!found[0]!.there) return null;
    return (await sql<{ count: number }>`select count(*) count from ${stageOf({ id })}`.execute(tx.as())).rows[0]!
      .count;
  });
}

export async function dropStage(db: Db, id: number): Promise<void> {
  await db.everyTenant('the rows of an import that is over', (tx) => dropTables(tx, id));
}

async function dropTables(tx: Tx, id: number): Promise<void> {
  await sql`drop table if exists ${stageOf({ id })}, ${planOf({ id })}`.execute(tx.as());
}

/** Imports that still have tables. */
export async function stagedIds(db: Db): Promise<number[]> {
  return (
    await db.numbers(
      'tables of imports',
      sql`select substring(relname from '[0-9]+$')::bigint from pg_class where relkind = 'r' and relname ~ '^customer_stage_[0-9]+$'`,
    )
  ).map(([id]) => id!);
}

/** An unlogged table for the rows a file has, read by one tenant alone. */
export async function createRowTable(tx: Tx, name: string, tenantId: number): Promise<void> {
  await sql`create unlogged table ${sql.table(name)} (
    tenant_id bigint, line int not null, full_name text, first_name text, last_name text, company text, numbers text[] not null, emails text[] not null, owner_id bigint, language text, time_zone text, country text,
    tag_ids bigint[] not null, fields jsonb not null, note text, do_not_call boolean, do_not_text boolean, consent smallint)`.execute(
    tx.as(),
  );
  await ofTenant(tx, name, tenantId);
}

/** An unlogged table for the numbers a file has. */
export async function createNumberTable(tx: Tx, name: string, tenantId: number): Promise<void> {
  await sql`create unlogged table ${sql.table(name)} (tenant_id bigint, number bigint not null)`.execute(tx.as());
  await ofTenant(tx, name, tenantId);
}

async function ofTenant(tx: Tx, name: string, tenantId: number): Promise<void> {
  await sql`call make_tenant_table(${sql.lit(name)}, 'select')`.execute(tx.as());
  await sql`alter table ${sql.table(name)} alter column tenant_id set default ${sql.lit(tenantId)}`.execute(tx.as());
}
