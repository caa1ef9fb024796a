import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { aMember, aTenant } from './builders.ts';
import { testDb } from './test-db.ts';

/*
 * What the role of requests may do in the database. These hold for tables and functions that nobody has written yet.
 */

const { db, close } = await testDb();
afterAll(close);

const ask = async <T>(query: ReturnType<typeof sql<T>>): Promise<T[]> =>
  (await db.everyTenant('looks at the catalogue', (tx) => query.execute(tx.as()))).rows;

test('[API-03] every table a request can touch hides the rows of other tenants', async () => {
  const open = await ask(sql<{ name: string }>`
    select c.relname name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and (has_any_column_privilege('openseat_app', c.oid, 'select, insert, update') or has_table_privilege('openseat_app', c.oid, 'delete, truncate'))
      and not (c.relrowsecurity and exists (select 1 from pg_policy p where p.polrelid = c.oid and pg_get_expr(p.polqual, c.oid) ~ 'current_tenant\\(\\)'))`);
  expect(open).toEqual([]);
});

test('[API-03] every view a request can read asks for the tenant itself, before any condition of its reader', async () => {
  const open = await ask(sql<{ name: string }>`
    select c.relname name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm') and has_any_column_privilege('openseat_app', c.oid, 'select')
      and not ('security_barrier=true' = any(c.reloptions) and pg_get_viewdef(c.oid) ~ 'current_tenant\\(\\)')`);
  expect(open).toEqual([]);
});

test('[API-03] a request cannot become another role, and has nothing outside its own schema', async () => {
  expect(
    await ask(
      sql`select r.rolname from pg_auth_members m join pg_roles r on r.oid = m.roleid where m.member = 'openseat_app'::regrole`,
    ),
  ).toEqual([]);
  expect(
    await ask(
      sql`select nspname from pg_namespace where nspname = 'graphile_worker' and has_schema_privilege('openseat_app', oid, 'usage')`,
    ),
  ).toEqual([]);
  expect(
    await ask(
      sql`select rolname from pg_roles where rolname = 'openseat_app' and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolcanlogin)`,
    ),
  ).toEqual([]);
  expect(await ask(sql`select 1 where has_schema_privilege('openseat_app', 'public', 'create')`)).toEqual([]);
});

test('[API-03] a function with the rights of the owner is called by requests alone, and finds our tables before a caller’s own', async () => {
  const loose = await ask(sql<{ name: string }>`
    select p.proname name from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef
      and (has_function_privilege('public', p.oid, 'execute') or coalesce(array_to_string(p.proconfig, ';'), '') !~ 'search_path=[^;]*pg_temp(;|$)')`);
  expect(loose).toEqual([]);
});

test('[API-03] a temporary table does not stand in for ours', async () => {
  const ana = await aMember(db, await aTenant(db));
  await db.tenant(ana, async (tx) => {
    await sql`create temporary table user_account (id bigint, theme text, language text, time_zone text) on commit drop`.execute(
      tx.as(),
    );
    await sql`insert into pg_temp.user_account values (${ana.userId}, 'false', 'false', 'false')`.execute(tx.as());
    const { rows } = await sql<{
      before: string;
    }>`select set_preference(${ana.userId}, 'theme', 'dark') before`.execute(tx.as());
    expect(rows).toEqual([{ before: 'system' }]);
  });
});
