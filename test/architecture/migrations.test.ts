import { expect, test } from 'vitest';
import { growingTables } from '#platform/server/db/growing-tables.ts';
import { databaseFunctions, isContract, runsOnline, migrations } from '#platform/server/db/schema-files.ts';
import { dangersOf, statementsOf, type Danger } from './migration-dangers.ts';

/*
 * A migration runs while the version before works, and that version may have to come back. Rules:
 * 1. It adds. What takes something away, or refuses what the version before writes, is named `-contract-` and waits (decision 0034).
 * 2. It holds no lock for long on a table that grows (`platform/server/db/growing-tables.ts`): indexes of those are built by a migration named
 *    `-online-`, constraints come `not valid`, and rows are changed by a job.
 * 3. A function keeps its arguments: one with others is another function, beside it.
 */

/** From here on nothing is taken away in passing; locks are looked at from the first release on. */
const ADDS_FROM = '2026-11-21';
const LOCKS_FROM = '2026-11-22';

/** What stands in a migration for a reason; nothing else may. */
const meant: Record<string, Danger[]> = {
  // Older than the first release: no version before reads it.
  'platform/2026-11-21-62-hold-asked.sql': ['takesAway'],
};

const fileOf = (name: string): string => name.slice(name.indexOf('/') + 1);
const isBig = (table: string): boolean => growingTables.has(table);

test('a migration leaves the version before at work: it takes nothing away, refuses nothing, and locks nothing for long', () => {
  const wrong = migrations()
    .filter(({ name }) => fileOf(name) >= ADDS_FROM)
    .flatMap(({ name, sql }) =>
      dangersOf(sql, isBig)
        .filter(({ danger }) => fileOf(name) >= LOCKS_FROM || danger === 'takesAway')
        .filter(({ danger }) => !(isContract(name) && (danger === 'takesAway' || danger === 'narrows')))
        .filter(({ danger }) => !meant[name]?.includes(danger))
        .map(({ danger, statement }) => `${name} ${danger}: ${statement}`),
    );
  expect(wrong).toEqual([]);
});

test('what runs beside the work can be run again: it builds indexes concurrently, if they are not there, and nothing else', () => {
  const wrong = migrations()
    .filter(({ name }) => runsOnline(name))
    .flatMap(({ name, sql }) =>
      statementsOf(sql)
        .filter(
          (statement) =>
            !/^(create (unique )?index concurrently if not exists|drop index concurrently if exists|alter table \S+ validate constraint) /.test(
              statement,
            ),
        )
        .map((statement) => `${name}: ${statement}`),
    );
  expect(wrong).toEqual([]);
});

test('a function of the database keeps the form that the version before calls', () => {
  const dropping = databaseFunctions().filter(({ sql }) => /^\s*drop\s+(function|procedure)\b/im.test(sql));
  expect(dropping.map(({ name }) => name)).toEqual([]);
});

const big = (table: string): boolean => table === 'call_record';
const found = (sql: string): Danger[] => [...new Set(dangersOf(sql, big).map(({ danger }) => danger))];

test.each<[Danger, string]>([
  ['takesAway', 'alter table tag drop column colour'],
  ['takesAway', 'alter table tag drop colour'],
  ['takesAway', 'alter table tag rename column colour to tone'],
  ['takesAway', 'alter table tag rename to label'],
  ['takesAway', 'alter table tag alter column colour type int using colour::int'],
  ['takesAway', 'alter table tag alter column colour set data type int'],
  ['takesAway', 'alter table tag alter colour drop default'],
  ['takesAway', 'drop table tag'],
  ['takesAway', 'drop function tag_of(int)'],
  ['takesAway', 'do $$ begin drop view tags; end $$'],
  ['takesAway', 'revoke select on tag from openseat_app'],
  ['narrows', 'alter table tag alter column colour set not null'],
  ['narrows', 'alter table tag add column colour text not null'],
  ['narrows', 'alter table tag add colour text check (colour is not null) not null'],
  ['locks', 'create index call_record_tag on call_record (tag)'],
  ['locks', 'create unique index if not exists call_record_tag on public.call_record (tag)'],
  ['locks', 'alter table call_record add constraint one unique (call_id)'],
  ['locks', 'alter table call_record add constraint tagged check (tag <> 0)'],
  ['locks', 'alter table call_record add foreign key (tag) references tag'],
  ['locks', 'alter table call_record add column tag bigint references tag'],
  ['locks', 'drop index call_record_tag'],
  ['locks', 'lock table tag in exclusive mode'],
  ['locks', 'truncate tag'],
  ['rewrites', 'alter table call_record add column made uuid default gen_random_uuid()'],
  ['rewrites', 'alter table call_record add column double int generated always as (talk_sec * 2) stored'],
  ['rewrites', 'alter table tag set unlogged'],
  ['rewrites', 'update call_record set remark = null'],
  ['rewrites', 'update public.call_record r set tag = 1 from tag t where t.id = r.tag'],
  ['rewrites', 'delete from call_record where ended_at is null'],
  ['rewrites', 'do $$ begin update call_record set tag = 1; end $$'],
])('%s is seen in: %s', (danger, sql) => {
  expect(found(sql)).toContain(danger);
});

test.each([
  "alter table tag add column colour text not null default ''",
  'alter table call_record add column tag bigint',
  'alter table call_record add constraint tagged check (tag <> 0) not valid',
  'alter table call_record validate constraint tagged',
  'alter table call_record drop constraint tagged',
  'alter table call_record alter column tag drop not null',
  'alter table call_record set (autovacuum_vacuum_scale_factor = 0.01)',
  'create index concurrently if not exists call_record_tag on call_record (tag)',
  'drop index concurrently if exists call_record_tag',
  'create index tag_colour on tag (colour)',
  'create table note (id bigint not null, call_id text not null); create index note_call on note (call_id); alter table note alter column id set not null',
  "comment on table tag is 'drop table tag'",
  '-- drop table tag\nselect 1',
  'create or replace function f() returns void language plpgsql as $$ begin delete from call_record; drop table tag; end $$',
  'create trigger t after insert or update on call_record for each row execute function f()',
  'update tenant_setting set value = 1',
])('nothing is wrong with: %s', (sql) => {
  expect(found(sql)).toEqual([]);
});
