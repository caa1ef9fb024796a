import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Db } from '#platform/server/db/db.ts';
import { columnsWithMeaning, type Marks } from './columns.ts';

/*
 * A tenant with a row in every table there is, also in those that nobody has written yet. Rules:
 * 1. All ids of a tenant are one number, and all its other keys follow from it: whoever needs an id of this tenant,
 *    of whatever, has it.
 * 2. Its texts hold a word to search for, and a secret that no request ever says.
 * 3. A column gets what its type, its references and its checks ask for; what only people know stands in `columns.ts`.
 * 4. The database notes of which tenant a row of which table was touched: what nobody touched needs no looking at.
 */

interface Column {
  table: string;
  name: string;
  type: string;
  required: boolean;
  hasDefault: boolean;
  default: string | null;
  /** The table it points into. */
  target: string | null;
}

interface Check {
  table: string;
  definition: string;
}

/** Everything that marks one tenant: nothing of it occurs in another. */
export function marksOf(id: number): Marks {
  const uuid = `${id}00-${String(id).slice(0, 4)}-4${String(id).slice(0, 3)}-8${String(id).slice(0, 3)}-${id}${id}`;
  return {
    id,
    key: `key-${id}`,
    word: `Word${id}`,
    secret: `hidden${createHash('sha256').update(String(id)).digest('hex').slice(0, 8)}`,
    number: `5255${id}99`,
    email: `somebody${id}@mail.example`,
    did: `5255${id}00`,
    phoneWord: `enc.${'A'.repeat(54)}`,
    uuid,
    domain: `c${id}.example`,
    sip: String(id),
  };
}

/** Tables that belong to tenants, those first that others point into. */
export async function tenantTables({
  pool,
}: Db): Promise<{ names: string[]; columns: Column[]; checks: Check[]; keys: Map<string, string[]> }> {
  const { rows: columns } = await pool.query<Column>(`
    select c.relname "table", a.attname name, format_type(a.atttypid, a.atttypmod) type, a.attnotnull required, a.atthasdef or a.attidentity <> '' "hasDefault", pg_get_expr(d.adbin, d.adrelid) "default",
      (select f.confrelid::regclass::text from pg_constraint f where f.conrelid = c.oid and f.contype = 'f' and a.attnum = any(f.conkey) and a.attname <> 'tenant_id' limit 1) target
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and exists (select 1 from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id' and not t.attisdropped)
    order by c.relname, a.attnum`);
  const { rows: checks } = await pool.query<Check>(
    `select conrelid::regclass::text "table", pg_get_constraintdef(oid) definition from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`,
  );
  const { rows: keys } = await pool.query<{ table: string; columns: string[] }>(`
    select i.indrelid::regclass::text "table", array_agg(a.attname::text) columns from pg_index i join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey) where i.indisprimary group by 1`);
  const left = new Set(columns.map(({ table }) => table));
  const names: string[] = [];
  while (left.size > 0) {
    const next = [...left].filter((table) =>
      columns.every(
        (column) => column.table !== table || !column.target || column.target === table || !left.has(column.target),
      ),
    );
    if (next.length === 0) throw new Error(`tables that point at one another: ${[...left].join()}`);
    for (const table of next) left.delete(table);
    names.push(...next);
  }
  return { names, columns, checks, keys: new Map(keys.map(({ table, columns: of }) => [table, of])) };
}

export interface FilledTenant extends Marks {
  /** Its rows as they were made, again. */
  restore(): Promise<void>;
}

/** Makes a tenant with everything; throws with the name of the table it does not know how to fill. */
export async function aFilledTenant(db: Db, id: number): Promise<FilledTenant> {
  const marks = marksOf(id);
  const { names, columns, checks, keys } = await tenantTables(db);
  await noteTouches(db, names);
  const client = await db.pool.connect();
  const upserts: { table: string; upsert: string }[] = [];
  try {
    await client.query('begin');
    await client.query(`insert into tenant (id, name, company, company_domain) values ($1, $2, $3, $4)`, [
      id,
      textOf(marks),
      textOf(marks),
      marks.domain,
    ]);
    await client.query(`insert into user_account (id, email, phone, password_hash) values ($1, $2, $3, '!')`, [
      id,
      `${marks.word}.${marks.secret}@${marks.domain}`.toLowerCase(),
      `+${marks.number}`,
    ]);
    for (const table of names) {
      const row = new Map<string, string>();
      for (const column of columns.filter((one) => one.table === table)) {
        const value = valueOf(column, checks, marks);
        if (value !== undefined) row.set(column.name, value);
      }
      const [into, values] = [[...row.keys()].map((name) => `"${name}"`).join(), [...row.values()].join()];
      try {
        await client.query(`insert into ${table} (${into}) overriding system value values (${values})`);
      } catch (thrown) {
        throw new Error(
          `test/tenancy/columns.ts does not say what a row of ${table} looks like: ${(thrown as Error).message}`,
          { cause: thrown },
        );
      }
      // What is as it was is left alone, which is most of it.
      const kept = [...row.keys()].filter((name) => name !== 'tenant_id');
      const changes = columns
        .filter((one) => one.table === table && !keys.get(table)?.includes(one.name))
        .map(({ name }) => `"${name}" = ${row.has(name) ? `excluded."${name}"` : 'default'}`);
      const upsert = `insert into ${table} (${into}) overriding system value values (${values}) on conflict ${keys.has(table) && changes.length > 0 && kept.length > 0 && !appendOnly.has(table) ? `(${keys.get(table)!.join()}) do update set ${changes.join()} where (${kept.map((name) => `${table}."${name}"`).join()}) is distinct from (${kept.map((name) => `excluded."${name}"`).join()})` : 'do nothing'}`;
      upserts.push({ table, upsert });
    }
    await client.query('commit');
  } catch (thrown) {
    await client.query('rollback');
    throw thrown;
  } finally {
    client.release();
  }
  // A function, because the database remembers how it carries one out.
  const again = upserts.map(({ table, upsert }) => `if '${table}' = any(touched) then ${upsert}; end if;`);
  await db.pool.query(
    `create function restore_${id}() returns void language plpgsql as $restore$
      declare touched text[];
      begin
        perform set_config('test.restores', 'yes', true);
        with taken as (delete from touched_table where of_tenant = ${id} returning "table")
          select coalesce(array_agg(distinct "table"), '{}') into touched from taken;
        ${again.join(' ')}
      end $restore$`,
  );
  return { ...marks, restore: () => restored(db, id) };
}

/** Rule 4. What putting back itself touches is as it was; what others do because of that is noted like the rest. */
async function noteTouches({ pool }: Db, tables: readonly string[]): Promise<void> {
  const { rows } = await pool.query(`select from pg_class where relname = 'touched_table'`);
  if (rows.length > 0) return;
  await pool.query(
    `create unlogged table touched_table (of_tenant bigint not null, "table" text not null);
     create function note_touch() returns trigger language plpgsql security definer as $touch$
     begin
       if pg_trigger_depth() = 1 and current_setting('test.restores', true) = 'yes' then return null; end if;
       if tg_op <> 'INSERT' then insert into touched_table values (old.tenant_id, tg_argv[0]); end if;
       if tg_op <> 'DELETE' then insert into touched_table values (new.tenant_id, tg_argv[0]); end if;
       return null;
     end $touch$;
     ${tables.map((table) => `create trigger note_touch after insert or update or delete on ${table} for each row execute function note_touch('${table}');`).join(' ')}`,
  );
}

/** The tables in which a row of this tenant was touched since it was made, and not put back since. */
export async function touchedTables({ pool }: Db, tenantId: number): Promise<string[]> {
  const { rows } = await pool.query<{ table: string }>({
    name: 'touched tables',
    text: 'select distinct "table" from touched_table where of_tenant = $1',
    values: [tenantId],
  });
  return rows.map(({ table }) => table);
}

const DEADLOCK = '40P01';

/** Every table at once, in an order of its own: a job that counts meanwhile may stand in the way, and whoever gives way tries again. */
async function restored(db: Db, id: number): Promise<void> {
  try {
    await db.pool.query(`select restore_${id}()`);
  } catch (thrown) {
    if ((thrown as { code?: string }).code !== DEADLOCK) throw thrown;
    await restored(db, id);
  }
}

/** Rows of these are never changed, or may have a successor that must stay the only one. */
const appendOnly = new Set([
  'bill',
  'money_entry',
  'sip_login',
  'operation_log',
  'operation_log_seal',
  'outbox',
  'realtime_event',
  'realtime_cursor',
  'tenant_secret',
]);

const quoted = (text: string): string => pg.escapeLiteral(text);
const textOf = ({ word, secret }: Marks): string => `${word} ${secret}`;

/** What stands in a column as SQL; undefined leaves it to its default. */
function valueOf(column: Column, checks: readonly Check[], marks: Marks): string | undefined {
  const { table, name, type, required, hasDefault } = column;
  const known = columnsWithMeaning[`${table}.${name}`] ?? columnsWithMeaning[`*.${name}`];
  if (known) return typeof known === 'function' ? known(marks) : known;
  if (name === 'tenant_id') return String(marks.id);
  if (column.target === table) return undefined;
  if (column.target || (/^(bigint|integer)$/.test(type) && /(^|_)id$/.test(name)))
    return type === 'text' ? quoted(name === 'sip_num' ? marks.sip : marks.key) : String(marks.id);
  const isLeft = hasDefault && column.default !== `''::text`;
  if (type === 'text') {
    const choice = checks
      .filter((check) => check.table === table)
      .map(({ definition }) => choiceOf(definition, name))
      .find((found) => found !== undefined);
    if (choice !== undefined) return isLeft ? undefined : quoted(choice);
    if (isLeft) return undefined;
    if (/(^|_)(id|key)$/.test(name)) return quoted(marks.key);
    return quoted(numberLike.test(name) ? marks.number : textOf(marks));
  }
  if (hasDefault) return undefined;
  if (type === 'bigint[]') return `array[${marks.id}]::bigint[]`;
  if (type === 'text[]') return `array[${quoted(textOf(marks))}]`;
  if (type === 'uuid') return quoted(marks.uuid);
  if (!required) return undefined;
  if (type === 'bytea') return `sha256(${quoted(`${table}.${name} ${marks.id}`)})`;
  if (type.startsWith('timestamp'))
    return /expires|until/.test(name) ? `now() + interval '1 year'` : `date_trunc('second', now()) - interval '1 hour'`;
  if (type === 'date') return 'current_date';
  if (type === 'jsonb') return quoted(JSON.stringify({ said: textOf(marks) }));
  if (type === 'boolean') return 'true';
  return '1';
}

const numberLike = /(^|_)(number|phone)$/;

/** The first value a check leaves to choose from. */
const choiceOf = (definition: string, name: string): string | undefined =>
  new RegExp(`\\(\\(?"?${name}"? = `).test(definition) ? /'([^']*)'::text/.exec(definition)?.[1] : undefined;
