import { chmodSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#adapters/postgres/embedded-postgres.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import type { Db } from '#platform/server/db/db.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import { aMember, aTenant } from '#test/builders.ts';

export const CUSTOMERS = 1_000_000;
const AGENTS = 500;
const TAGS = 40;
/** A recipe that changed makes a database of its own. */
const DATABASE = 'customers_1';

/** A PostgreSQL whose databases stay for the next run; `BENCH_DATA` says where. */
export async function keptPostgres(): Promise<{
  url: string;
  pid: number;
  openDatabase(name: string): Promise<{ url: string; isNew: boolean }>;
  dropDatabase(name: string): Promise<void>;
  stop(): Promise<void>;
}> {
  const dataDir = process.env['BENCH_DATA'] ?? join(tmpdir(), 'openseat-bench-customers');
  mkdirSync(dataDir, { recursive: true });
  // PostgreSQL runs as another account when we are root; it must be able to enter.
  chmodSync(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const ask = async (text: string): Promise<pg.QueryResult> => {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    try {
      return await client.query(text);
    } finally {
      await client.end();
    }
  };
  const urlOf = (name: string): string => Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href;
  return {
    url: postgres.url,
    pid: postgres.pid,
    async openDatabase(name) {
      const isNew = (await ask(`select 1 from pg_database where datname = '${name}'`)).rows.length === 0;
      if (isNew) await ask(`create database ${name}`);
      await migrate(urlOf(name));
      return { url: urlOf(name), isNew };
    },
    dropDatabase: async (name) => void (await ask(`drop database if exists ${name} with (force)`)),
    stop: () => postgres.stop(),
  };
}

export interface MadeCustomers {
  url: string;
  tenantId: number;
  /** Ids of custom fields. */
  fields: { score: number; tier: number; renewal: number };
  firstAgent: number;
  firstTag: number;
}

/** A tenant with a million customers, made at the first run. Half made ones are made again. */
export async function millionCustomers(postgres: Awaited<ReturnType<typeof keptPostgres>>): Promise<MadeCustomers> {
  const { url, isNew } = await postgres.openDatabase(DATABASE);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ made: string | null }>(
    `select shobj_description(oid, 'pg_database') made from pg_database where datname = '${DATABASE}'`,
  );
  await client.end();
  const made = rows[0]?.made;
  if (made) return { ...(JSON.parse(made) as Omit<MadeCustomers, 'url'>), url };
  if (!isNew) {
    await postgres.dropDatabase(DATABASE);
    return millionCustomers(postgres);
  }
  console.log('making a million customers; this is done once and takes some minutes');
  const db = openDb({ url, report() {} });
  const tenantId = await aTenant(db, { name: 'Bench' });
  const people: number[] = [];
  for (let agent = 0; agent < AGENTS; agent += 1) people.push((await aMember(db, tenantId)).userId);
  const facts = { tenantId, ...(await furnish(db, tenantId)), firstAgent: people[0]! };
  await withoutIndexes(db, (ask) =>
    ask(customersSql, [
      tenantId,
      CUSTOMERS,
      facts.firstAgent,
      AGENTS,
      facts.firstTag,
      TAGS,
      facts.fields.score,
      facts.fields.tier,
      facts.fields.renewal,
    ]),
  );
  await db.pool.query(`comment on database ${DATABASE} is '${JSON.stringify(facts)}'`);
  await db.close();
  return { ...facts, url };
}

async function furnish(db: Db, tenantId: number): Promise<Pick<MadeCustomers, 'fields' | 'firstTag'>> {
  const { rows: fields } = await db.pool.query<{ id: number }>(
    "insert into custom_field (tenant_id, name, type, options) values ($1, 'Score', $2, '{}'), ($1, 'Tier', $3, '{gold,silver,bronze,none}'), ($1, 'Renewal', $4, '{}') returning id",
    [tenantId, VariableType.number, VariableType.choice, VariableType.date],
  );
  const { rows: tags } = await db.pool.query<{ id: number }>(
    "insert into tag (tenant_id, name, colour, position) select $1, 'Tag ' || n, 'blue', n from generate_series(1, $2::int) n returning id",
    [tenantId, TAGS],
  );
  return { fields: { score: fields[0]!.id, tier: fields[1]!.id, renewal: fields[2]!.id }, firstTag: tags[0]!.id };
}

type Ask = (text: string, values?: unknown[]) => Promise<unknown>;

/** Indexes are made once, afterwards: a million rows in two minutes instead of ten. */
async function withoutIndexes(db: Db, fill: (ask: Ask) => Promise<unknown>): Promise<void> {
  const client = await db.pool.connect();
  await client.query("set statement_timeout = 0; set maintenance_work_mem = '1GB'");
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
    select i.indexrelid::regclass::text name, pg_get_indexdef(i.indexrelid) definition from pg_index i
    where i.indrelid = 'customer'::regclass and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await fill((text, values) => client.query(text, values));
  for (const { definition } of indexes) await client.query(definition);
  await client.query('vacuum analyze customer');
  client.release(true);
}

/** Names of three scripts, a company for a third, an address for most, one number in fifty that somebody else has too. */
const customersSql = `
  insert into customer (tenant_id, full_name, company, phones, phone_countries, emails, owner_id, source, language, country, tag_ids, fields, note, do_not_call, consent, last_contact_at, created_at, updated_at)
  select $1::bigint, name, case when h3 % 3 = 0 then (array['Viajes', 'Grupo', 'Hotel', 'Norte', '蓝海', 'Tulip', 'Café', 'Casa'])[1 + h2 % 8] || ' ' || (array['Azul', 'Pacífico', 'Logística', '贸易', 'Foods', 'del Sur', 'Nova'])[1 + h1 % 7] || ' ' || h2 % 997 else '' end,
    case when h1 % 10 < 3 then array[phone, (528100000000 + n)::text] else array[phone] end, case when h1 % 10 < 3 then array[country, country] else array[country] end,
    case when h2 % 10 < 6 then array['c' || n || '@mail' || h3 % 50 || '.example'] else '{}'::text[] end,
    case when h3 % 10 < 6 then $3::bigint + h1 % $4::int end, 1 + h2 % 5, case country when 'CN' then 'zh' when 'MX' then 'es' else 'en' end, country,
    case h1 % 4 when 0 then '{}'::bigint[] when 1 then array[$5::bigint + h2 % $6::int] when 2 then array[$5::bigint + h2 % $6::int, $5::bigint + h3 % $6::int] else array[$5::bigint + h3 % 7] end,
    case when h2 % 4 = 0 then '{}'::jsonb else jsonb_build_object($7::int::text, h3 % 10000, $8::int::text, (array['gold', 'silver', 'bronze', 'none'])[1 + h1 % 4], $9::int::text, to_char(date '2026-01-01' + h2 % 700, 'YYYY-MM-DD')) end,
    case when h1 % 20 = 0 then 'Calls back after six, asked for the offer of spring.' else '' end, h3 % 50 = 0, h1 % 3, case when h2 % 2 = 0 then born + (h3 % 1000) * interval '1 hour' end, born, born + (h1 % 500) * interval '1 hour'
  from (
    select n, h1, h2, h3, country, now() - ($2::int - n) * interval '1 minute' born,
      case country when 'CN' then '8613' || lpad(k::text, 9, '0') when 'MX' then '5255' || lpad(k::text, 8, '0') else '1415' || lpad(k::text, 7, '0') end phone,
      case country when 'CN' then (array['王','李','张','刘','陈','杨','黄','赵','吴','周','徐','孙','马','朱','胡','郭','何','林','高','欧阳'])[1 + h1 % 20]
          || substr('伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰红建国志', 1 + h2 % 30, 1) || case when h3 % 3 > 0 then substr('伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰红建国志', 1 + h3 % 30, 1) else '' end
        else (array['María','José','Guadalupe','Juan','Ana','Luis','Rosa','Carlos','Sofía','Miguel','Emma','Noah','Julia','Lucas','Sara','Finn','Olena','Siti','Zoë','Niamh'])[1 + h1 % 20]
          || ' ' || (array['García','Martínez','López','González','Pérez','Rodríguez','Sánchez','Ramírez','Torres','Flores','de Jong','Meijer','Hendriks','Brouwer','Kuipers','Lindström','Shevchenko','Rahayu','O’Connor','Lefèvre'])[1 + h2 % 20]
          || ' ' || (array['Reyes','Castro','Ortega','Núñez','Peña','Salazar','Ponce','Vega','Rivas','Mora','Luna','Soto','Cruz','Ríos','Gil','Bravo','Marín','Rubio','Serra','Vidal'])[1 + h3 % 20] || ' ' || chr(65 + h2 % 26) || '.' end name
    from (
      select n, case when n % 50 = 0 then n - 7 else n end k, abs(hashint4(n)) h1, abs(hashint4(n + 7654321)) h2, abs(hashint4(n + 3456789)) h3, (array['CN','MX','US','MX'])[1 + abs(hashint4(n + 99)) % 4] country
      from generate_series(1, $2::int) n) numbers) people`;
