import { expect, test } from 'vitest';
import { tablesInSource, tablesInSql, tablesMade, type TableUse } from './table-use.ts';

const tables = new Set(['customer', 'customer_number', 'call_record', 'tag', 'role', 'agent']);
const sorted = ({ reads, writes }: TableUse) => ({ reads: [...reads].sort(), writes: [...writes].sort() });
const sqlUse = (text: string) => sorted(tablesInSql(text, tables));
const sourceUse = (text: string) => sorted(tablesInSource(text, tables));
const nothing = { reads: [], writes: [] };

test.each([
  ['select * from customer', ['customer']],
  ['select 1 from public.customer c', ['customer']],
  ['select 1 from edge.customer c', ['customer']],
  ['select 1 from only "customer" as c', ['customer']],
  ['select c.id from customer c left join tag t on t.id = any(c.tag_ids)', ['customer', 'tag']],
  ['select 1 from customer c, role r where r.id = 1', ['customer', 'role']],
  ['select 1 from (select id from tag limit 1) t, lateral (select 1) x, agent a', ['agent', 'tag']],
  ['select 1 from customer c join tag t on t.id = f(c.id, 2), role r', ['customer', 'role', 'tag']],
  ['select count(*) from customer where id in (select customer_id from call_record)', ['call_record', 'customer']],
  ['copy customer (id) to stdout', ['customer']],
  ['copy (select id from customer) to stdout', ['customer']],
  ['customer c left join tag t on true', ['customer', 'tag']],
  ['customer where id = 1', ['customer']],
  ['customer', ['customer']],
])('%s reads', (text, reads) => {
  expect(sqlUse(text)).toEqual({ reads, writes: [] });
});

test.each([
  ['insert into customer (id) values (1) on conflict do update set id = excluded.id', ['customer'], []],
  ['insert into customer (id) select id from tag', ['customer'], ['tag']],
  ['update customer c set name = t.name from tag t where t.id = c.id', ['customer'], ['tag']],
  ['update only public.customer set name = 1', ['customer'], []],
  ['delete from customer using tag t, role r where true', ['customer'], ['role', 'tag']],
  ['merge into customer c using tag t on t.id = c.id when matched then delete', ['customer'], ['tag']],
  ['truncate table customer', ['customer'], []],
  ['lock table customer in exclusive mode', ['customer'], []],
  ['alter table customer add column x int', ['customer'], []],
  ['copy customer (id) from stdin', ['customer'], []],
  ['with gone as (delete from customer returning id) select count(*) from gone', ['customer'], []],
])('%s writes', (text, writes, reads) => {
  expect(sqlUse(text)).toEqual({ reads, writes });
});

test.each([
  'select role, agent from customers c where customer is not null',
  'select tag.id, extract(epoch from agent.at), x is distinct from role',
  'with role as (select 1), agent (id) as materialized (select 2) select * from role join agent on true',
  'select 1 from tag(1), customer_of(2) customer',
  'select x from t for update of customer',
  '-- from customer\nselect 1 /* delete from tag */',
  'select max(at) into role',
  'role is null',
])('%s uses no table', (text) => {
  expect(sqlUse(text)).toEqual(nothing);
});

test('a comment that a text only looks like hides nothing', () => {
  expect(sqlUse("select ' -- ' || name from customer")).toEqual({ reads: ['customer'], writes: [] });
});

test.each([
  ['templates', 'await sql<Row>`select 1 from customer where id = ${id}`.execute(db)', ['customer'], []],
  ['templates in templates', 'sql`select ${some ? sql`(select 1 from tag)` : sql``} from ${rows} r`', ['tag'], []],
  ['names of an outer query', 'sql`with role as (select 1) select ${sql`(select 1 from role)`}`', [], []],
  ['statements in strings', "query('select id from customer')", ['customer'], []],
  ['statements in plain templates', 'query(`copy customer (${columns}) from stdin`)', [], ['customer']],
  ['the query builder', "db.selectFrom('customer as c').innerJoin('tag', 'a', 'b')", ['customer', 'tag'], []],
  ['several tables of the builder', "db.selectFrom(['customer as c', 'role'])", ['customer', 'role'], []],
  [
    'writes of the builder',
    "db.insertInto('customer'); db.updateTable('tag'); db.deleteFrom('role')",
    [],
    ['customer', 'role', 'tag'],
  ],
  ['a table by name', "sql`delete from ${sql.table('customer')}`", [], ['customer']],
  [
    'a table of several',
    "const of = (t: 'customer' | 'tag') => sql`select 1 from ${sql.table(t)}`",
    ['customer', 'tag'],
    [],
  ],
  ['a table chosen elsewhere', "const t = sql.table(many ? 'tag' : 'role')", ['role', 'tag'], ['role', 'tag']],
  ['words', "fail('from customer to agent'); // update customer\nconst kind = 'agent';", [], []],
  ['lists in JavaScript', "Array.from('customer'); import { from } from 'x'", [], []],
])('%s in a source are found', (_what, source, reads, writes) => {
  expect(sourceUse(source)).toEqual({ reads, writes });
});

test('a migration makes tables, views are none', () => {
  expect(
    tablesMade(
      'create table tag (id int);\n-- create table no\ncreate unlogged table if not exists role (); create view agent as select 1',
    ),
  ).toEqual(['tag', 'role']);
});
