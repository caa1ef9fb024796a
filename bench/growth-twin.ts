import type pg from 'pg';

/** Where the partitioned table lies, under the name of the plain one: whoever looks there first asks the same questions of it. */
export const TWIN = 'by_month';

interface IndexOf {
  definition: string;
  isUnique: boolean;
}

/**
 * The same rows in a table of a part for each month, with the same indexes. A key of such a table holds the moment as well, or it cannot be one:
 * the database keeps a key within each part only.
 */
export async function makeTwin(client: pg.Client, table: string, moment: string, months: number): Promise<void> {
  await client.query(`create schema if not exists ${TWIN}; grant usage on schema ${TWIN} to openseat_app`);
  await client.query(
    `create table ${TWIN}.${table} (like public.${table} including defaults including generated including identity including constraints) partition by range (${moment})`,
  );
  for (let ago = months; ago >= 0; ago -= 1)
    await client.query(
      `do $$ begin execute format('create table ${TWIN}.${table}_${ago} partition of ${TWIN}.${table} for values from (%L) to (%L)',
        date_trunc('month', now()) - interval '${ago} months', date_trunc('month', now()) - interval '${ago - 1} months'); end $$`,
    );
  await client.query(`create table ${TWIN}.${table}_rest partition of ${TWIN}.${table} default`);
  const { rows: columns } = await client.query<{ name: string }>(
    `select attname name from pg_attribute where attrelid = 'public.${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
  );
  const names = columns.map(({ name }) => name).join(', ');
  await client.query(`insert into ${TWIN}.${table} (${names}) select ${names} from public.${table}`);
  const { rows: indexes } = await client.query<IndexOf>(
    `select pg_get_indexdef(indexrelid) definition, indisunique "isUnique" from pg_index where indrelid = 'public.${table}'::regclass`,
  );
  for (const { definition, isUnique } of indexes) {
    const there = definition.replace(` ON public.${table} `, ` ON ${TWIN}.${table} `);
    await client.query(isUnique ? there.replace(/\)$/, `, ${moment})`) : there);
  }
  await client.query(`call make_tenant_table('${TWIN}.${table}')`);
  await client.query(`vacuum analyze ${TWIN}.${table}`);
}

export interface TableSize {
  heap: number;
  indexes: number;
  /** Levels of its deepest tree above the leaves: so often a page must lead to as many others as it holds rows, until all leaves are reached. */
  levels: number;
  /** The same once it has grown. */
  levelsFar: number;
}

/** How big a table is with all its parts, and how deep its trees are. */
export async function sizeOf(client: pg.Client, schema: string, table: string, times: number): Promise<TableSize> {
  const { rows } = await client.query<TableSize>(
    `with part as (select relid from pg_partition_tree('${schema}.${table}'::regclass) where isleaf
      union select oid from pg_class where oid = '${schema}.${table}'::regclass and relkind = 'r'),
      tree as (select greatest(c.relpages, 2) pages, greatest(c.reltuples, 1) / greatest(c.relpages, 1) a_page from part p join pg_index i on i.indrelid = p.relid
        join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam and a.amname = 'btree' where c.reltuples > 20 * c.relpages)
    select sum(pg_table_size(relid))::float8 heap, sum(pg_indexes_size(relid))::float8 indexes, (select max(ceil(ln(pages) / ln(greatest(a_page, 2)))) from tree)::float8 levels,
      (select max(ceil(ln(pages * ${times}) / ln(greatest(a_page, 2)))) from tree)::float8 "levelsFar" from part`,
  );
  return rows[0]!;
}
