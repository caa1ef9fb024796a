import { randomBytes, randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migrate } from '#platform/server/db/migrate.ts';
import { migrations } from '#platform/server/db/schema-files.ts';

const name = `stints_${randomBytes(6).toString('hex')}`;
const url = Object.assign(new URL(inject('databaseUrl')), { pathname: `/${name}` }).href;
const admin = new pg.Client({ connectionString: inject('databaseUrl') });
let client: pg.Client;
beforeAll(async () => {
  await admin.connect();
  await admin.query(`create database ${name}`);
  const before = migrations().filter((one) => basename(one.name) < '2026-11-15-82');
  await migrate(url, before, []);
  client = new pg.Client({ connectionString: url });
  await client.connect();
}, 60_000);
afterAll(async () => {
  await client.end();
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
});

const one = async <Row extends object = { id: number }>(query: string, values: unknown[] = []): Promise<Row> =>
  (await client.query<Row>(query, values)).rows[0]!;

test('[chat reports] conversations from before have their stints, as far as events know people', async () => {
  const tenant = (await one("insert into tenant (name, company) values ('A', 'A') returning id")).id;
  const person = async (nick: string): Promise<number> => {
    const { id } = await one('insert into user_account (email, password_hash) values ($1, $2) returning id', [
      `${nick}@x.example`,
      'x',
    ]);
    await client.query('insert into member (tenant_id, user_id, nick_name, text_seat) values ($1, $2, $3, true)', [
      tenant,
      id,
      nick,
    ]);
    return id;
  };
  const [ana, bea, cleo] = [await person('Ana'), await person('Bea'), await person('Cleo')];
  const group = (
    await one('insert into agent_group (tenant_id, name, group_no) values ($1, $2, 1) returning id', [tenant, 'Chat'])
  ).id;
  const channel = (
    await one(
      "insert into chat_channel (tenant_id, key, kind, name, group_id) values ($1, 'site', 'web', 'Site', $2) returning id",
      [tenant, group],
    )
  ).id;
  const visitor = (
    await one('insert into chat_visitor (tenant_id, channel_id) values ($1, $2) returning id', [tenant, channel])
  ).id;
  const at = (sec: number) => new Date(Date.UTC(2026, 10, 1, 12, 0, sec)).toISOString();
  const talk = async (
    agent: number,
    assigned: number,
    closed: number,
    messages: { sec: number; author: string; user?: number; detail?: object }[],
  ): Promise<number> => {
    const { id } = await one(
      `
      insert into chat_conversation (tenant_id, channel_id, visitor_id, group_id, state, agent_id, waiting_since, assigned_at, last_at, closed_at, closed_by, created_at)
      values ($1, $2, $3, $4, 'closed', $5, $6, $7, $8, $8, 'agent', $6) returning id`,
      [tenant, channel, visitor, group, agent, at(0), at(assigned), at(closed)],
    );
    for (const [place, { sec, author, user = null, detail = {} }] of messages.entries()) {
      await client.query(
        'insert into chat_message (tenant_id, conversation_id, no, author, user_id, client_id, kind, detail, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)',
        [tenant, id, place + 1, author, user, randomUUID(), author === 'system' ? 'event' : 'text', detail, at(sec)],
      );
    }
    for (const user of new Set([agent, ...messages.flatMap((message) => message.user ?? [])]))
      await client.query('insert into chat_participant (tenant_id, conversation_id, user_id) values ($1, $2, $3)', [
        tenant,
        id,
        user,
      ]);
    return id;
  };
  const event = (sec: number, what: string, nick = '') => ({ sec, author: 'system', detail: { what, name: nick } });
  const handed = await talk(bea, 30, 50, [
    { sec: 0, author: 'visitor' },
    event(5, 'assigned', 'Ana'),
    { sec: 12, author: 'agent', user: ana },
    event(20, 'requeued', 'Ana'),
    event(30, 'assigned', 'Bea'),
    { sec: 33, author: 'agent', user: bea },
    event(50, 'closed', 'Bea'),
  ]);
  const transferred = await talk(bea, 40, 60, [
    event(10, 'taken', 'Ana'),
    { sec: 11, author: 'agent', user: ana },
    event(40, 'transferred', 'Bea'),
    event(60, 'closed'),
  ]);
  const renamed = await talk(cleo, 7, 9, [event(7, 'assigned', 'Somebody else'), event(9, 'closed')]);

  await client.end();
  await migrate(url);
  client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(`
    select conversation_id::int, no, user_id::int, extract(epoch from began_at - c.created_at)::int began, extract(epoch from s.first_answer_at - c.created_at)::int answer, extract(epoch from ended_at - c.created_at)::int ended, ended_by
    from chat_stint s join chat_conversation c on c.id = s.conversation_id order by 1, 2`);
  const stint = (
    conversation: number,
    no: number,
    user: number,
    began: number,
    answer: number | null,
    ended: number,
    by: string,
  ) => ({ conversation_id: Number(conversation), no, user_id: Number(user), began, answer, ended, ended_by: by });
  expect(rows).toEqual([
    stint(handed, 1, ana, 5, 12, 20, 'requeued'),
    stint(handed, 2, bea, 30, 33, 50, 'closed'),
    stint(transferred, 1, ana, 10, 11, 40, 'transferred'),
    stint(transferred, 2, bea, 40, null, 60, 'closed'),
    stint(renamed, 1, cleo, 7, null, 9, 'closed'),
  ]);
  const { rows: sums } = await client.query(
    'select extract(epoch from first_assigned_at - created_at)::int first, handled_ms::int handled, transfers from chat_conversation order by id',
  );
  expect(sums).toEqual([
    { first: 5, handled: 35_000, transfers: 0 },
    { first: 10, handled: 50_000, transfers: 1 },
    { first: 7, handled: 2_000, transfers: 0 },
  ]);
}, 60_000);
