import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBuiltInRoles } from '#features/team/account/server/index.ts';
import type { Route } from '#platform/server/http/routes.ts';
import { eventually, Page } from '#platform/server/realtime/realtime-process.fixture.ts';
import { userChannel } from '#shared/user-channel.ts';
import { aMember, aSession, type Member } from './builders.ts';
import type { Schema } from './contract-input.ts';
import { aFilledTenant, marksOf, tenantTables, touchedTables, type FilledTenant } from './tenancy/filled-tenant.ts';
import { besides } from './tenancy/besides.ts';
import { attemptsOf, formsOf, inputFor, markFor, type Place, type Wish } from './tenancy/inputs.ts';
import { sendAs, type Answer, type SweepCaller } from './tenancy/send.ts';
import type { Marks } from './tenancy/columns.ts';
import { testServer, type TestServer } from './test-server.ts';
import { hurriedClock } from '#test/clock.ts';

/*
 * Nothing of one team reaches another, by any call there is or will be. The calls are read off the contracts: each is
 * made with ids of another team that really exist, in every place that takes one, by people with every role and none,
 * by a key and by a stranger, and then with ids that nobody has. Rules:
 * 1. No answer holds a word of the other team.
 * 2. No row of the other team changes.
 * 3. What is another's and what is nobody's get the same answer.
 */

const [OWN, FOREIGN, NOBODY] = [110_011, 770_077, 990_099];
/** Numbers of customers hold it too. */
const foreignId = new RegExp(`(?<!\\d)${FOREIGN}(?!\\d)`);

let stepMs = 1_000;
let server: TestServer;
let own: FilledTenant;
let foreign: FilledTenant;
const nobody = marksOf(NOBODY);
let routes: Route[];
let callers: SweepCaller[];
let everyTable: string[];
let foreigner: { token: string };

beforeAll(async () => {
  server = await testServer({ clock: hurriedClock(() => stepMs) });
  const { db, files } = server.world;
  routes = server.built.features.flatMap((feature) => feature.routes);
  everyTable = (await tenantTables(db)).names;
  // Their desks are here before them: else what they have would be taken for left behind, and be put right.
  for (const tenantId of [OWN, FOREIGN]) await server.built.homes.find(tenantId);
  [own, foreign] = [await aFilledTenant(db, OWN), await aFilledTenant(db, FOREIGN)];
  // Calls that are not counted yet would be, by the clock, on the way.
  await db.pool.query('delete from figure_dirty; delete from ai_figure_dirty');
  for (const tenant of [own, foreign]) {
    const { bytes } = await files.put(tenant.key, Readable.from([Buffer.from(`${tenant.word} ${tenant.secret}`)]));
    await db.pool.query('update stored_file set bytes = $1 where key = $2', [bytes, tenant.key]);
  }
  [foreigner] = [await aSession(db, { userId: FOREIGN, tenantId: FOREIGN })];
  for (const [tenant, token] of [
    [own, (await aSession(db, { userId: OWN, tenantId: OWN })).token],
    [foreign, foreigner.token],
  ] as const) {
    tenant.phoneWord = (
      await server.ask('POST', '/cc/api/phone/v1/convert', { token, body: { originPhone: tenant.number, oprType: 2 } })
    ).data.encryptPhone;
  }
  const roles = await db.everyTenant('roles', (tx) => createBuiltInRoles(tx, OWN, server.world));
  const functions = async (id: number): Promise<string[]> =>
    (await db.pool.query<{ functions: string[] }>('select functions from role where id = $1', [id])).rows[0]!.functions;
  const owner = await aMember(db, OWN, { isOwner: true, voiceSeat: true, textSeat: true });
  const people: [string, Member][] = [['owner', owner]];
  for (const role of ['administrator', 'manager', 'agent'] as const)
    people.push([role, await aMember(db, OWN, { functions: await functions(roles[role]), voiceSeat: true })]);
  people.push(['somebody without a role', await aMember(db, OWN)]);
  const { data: key } = await server.ask('POST', '/cc/api/tenantApi/v1/add', {
    token: owner.token,
    body: {
      name: 'ERP',
      scopes: server.world.catalogue.scopes.map(({ scope }) => scope),
      expiresAt: null,
      maskNumbers: false,
    },
  });
  callers = [
    ...people.map(([name, member]) => ({ name, member, token: member.token as string | undefined })),
    { name: 'a key', member: null, token: key.key as string },
    { name: 'a stranger', member: null, token: undefined },
  ];
});
afterAll(() => server.close());

type CallerOf = SweepCaller;
const send = (...asked: [CallerOf, Route, unknown]): Promise<Answer> => sendAs(server, ...asked);

/** What a caller can tell of an answer, with what was asked for left out: of a refusal every letter, of data its shape. */
function seen({ status, code, text }: Answer, asked: Marks): string {
  const body = text.slice(0, text.lastIndexOf(' {'));
  if (code === null) return `${status} ${body.length}`;
  const neutral = [
    asked.phoneWord,
    asked.uuid,
    asked.did,
    asked.number,
    asked.key,
    asked.word,
    asked.domain,
    String(asked.id),
  ].reduce((all, mark) => all.replaceAll(mark, '0'), body);
  // Numbers in a refusal count our own rows, or name them.
  return `${status} ${code === 0 ? JSON.stringify(shapeOf(JSON.parse(neutral))) : neutral.replaceAll(/\d+/g, '#')}`;
}

function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
  return value === null ? null : typeof value;
}

/** A mark for every row of the other team in these tables, and for its people. */
async function foreignRows(tables: readonly string[]): Promise<Record<string, string>> {
  const marks = tables
    .filter((table) => !written.has(table))
    .map(
      (table) =>
        `select '${table}' "table", md5(coalesce(string_agg(t::text, '|' order by t::text), '')) sum from ${table} t where tenant_id = ${FOREIGN}`,
    );
  const people = `select 'user_account' "table", md5(string_agg(u::text, '|' order by u.id)) sum from user_account u where exists (select 1 from member m where m.user_id = u.id and m.tenant_id = ${FOREIGN}) union all select 'tenant', md5(t::text) from tenant t where id = ${FOREIGN}`;
  const { rows } = await server.world.db.pool.query<{ table: string; sum: string }>(
    [...marks, people].join(' union all '),
  );
  return Object.fromEntries(rows.map(({ table, sum }) => [table, sum]));
}
/** Their rows go as soon as a job has done what they ask for. */
const passing = new Set(['outbox', 'figure_dirty', 'ai_figure_dirty']);
/** Written by the machinery itself for every team, from what stands in it: the order of events, the seals of the log, what it has and uses. */
const written = new Set([
  'outbox',
  'realtime_event',
  'realtime_cursor',
  'operation_log_seal',
  'tenant_usage',
  'bill_day',
]);

let sent = 0;

/** The values of somebody that fit into a place, alone and beside one of our own. */
function valuesAt({ path, kind }: Place, of: Marks): { value: unknown; besides?: unknown }[] {
  const values: unknown[] =
    kind === 'number'
      ? [of.number, of.phoneWord]
      : [markFor(kind, of, path === 'customerId' ? { type: 'string' } : {})];
  return values.flatMap((value) =>
    path.endsWith('[]')
      ? [{ value }, { value, besides: kind === 'number' ? own.number : markFor(kind, own) }]
      : [{ value }],
  );
}

test('[API-03] every table has a row of the other team, so that it can be missed', async () => {
  const { rows } = await server.world.db.pool.query<{ table: string }>(
    everyTable
      .filter((table) => !passing.has(table))
      .map(
        (table) => `select '${table}' "table" where not exists (select 1 from ${table} where tenant_id = ${FOREIGN})`,
      )
      .join(' union all '),
  );
  expect(rows).toEqual([]);
});

test(
  '[API-03] no call of anybody shows or changes anything of another team, nor tells that it is there',
  { timeout: 600_000 },
  async () => {
    await eventually(async () =>
      expect((await server.world.db.pool.query('select 1 from outbox where tenant_id = $1', [FOREIGN])).rows).toEqual(
        [],
      ),
    );
    const before = await foreignRows(everyTable);
    const problems: string[] = [];
    const misread: string[] = [];
    for (const [index, route] of routes.entries()) {
      const what = `${route.module}.${route.name}`;
      const writes = !route.endpoint.reads && route.endpoint.method !== 'GET';
      const attempts = attemptsOf(route.endpoint).filter(
        ({ place }) => !(route.module === 'chat-channels' && place.path === 'key'),
      );
      const fill = (schema: Schema, at?: Wish['at']): unknown => ({
        ...(inputFor(schema, { own, count: (sent += 1), ...(at ? { at } : {}) }) as object),
        ...besides[what]?.(at?.path ?? '', own),
      });
      const tryAs = async (caller: CallerOf): Promise<void> => {
        const note = (problem: string, input: unknown, answer: Answer): void =>
          void problems.push(
            `${what}, ${caller.name}: ${problem}; ${JSON.stringify(input)} → ${answer.text.slice(0, 300)}`,
          );
        async function ask(input: unknown): Promise<Answer> {
          const answer = await send(caller, route, input);
          if (answer.text.includes(foreign.secret)) note('a word of the other team', input, answer);
          if (answer.status >= 500) note('a bug', input, answer);
          if (writes && answer.code === 0) await own.restore();
          return answer;
        }
        const input = fill(formsOf(route.endpoint)[0]!);
        // A write with our own ids alone is nothing to learn from.
        const plain = writes && attempts.length > 0 ? null : await ask(input);
        if (plain && foreignId.test(plain.text)) note('an id of the other team', input, plain);
        let isShut = plain?.code === 403 || plain?.code === 401;
        // The rights of a caller decide before their input is read: those with the most, the fewest and a key try every place.
        for (const { place, schema } of ['owner', 'agent', 'a key'].includes(caller.name)
          ? attempts
          : attempts.slice(0, 1)) {
          if (isShut) break;
          const [foreigns, nobodys, owns] = [valuesAt(place, foreign), valuesAt(place, nobody), valuesAt(place, own)];
          // …and one of them every form.
          for (const [form, at] of foreigns.slice(0, caller.name === 'owner' ? undefined : 1).entries()) {
            const theirs = fill(schema, { path: place.path, ...at });
            const answer = await ask(theirs);
            isShut = answer.code === 403 || answer.code === 401;
            if (isShut) break;
            const other = await ask(fill(schema, { path: place.path, ...nobodys[form]! }));
            if (
              !knownByName.has(route.module) &&
              what !== 'account.login' &&
              seen(answer, foreign) !== seen(other, nobody)
            )
              note(`told from nobody's: ${other.text.slice(0, 300)}`, theirs, answer);
            if (caller.name === 'owner' && form === 0 && answer.code === 400) {
              const ours = await ask(fill(schema, { path: place.path, ...owns[0]! }));
              if (ours.code === 400 && !refusedToAll.has(`${what} ${place.path}`))
                misread.push(`${what} ${place.path} ${ours.text.slice(0, 120)}`);
            }
          }
        }
      };
      // Reading changes nothing that the next reader could miss.
      if (writes) for (const caller of callers) await tryAs(caller);
      else await Promise.all(callers.map(tryAs));
      if (!writes && what !== 'sso.acs' && route.module === routes[index + 1]?.module) continue;
      const after = await foreignRows(await touchedTables(server.world.db, FOREIGN));
      for (const [table, mark] of Object.entries(after))
        if (before[table] !== mark && !(what === 'sso.acs' && table === 'sso_config'))
          problems.push(`${what} changed ${table} of the other team`);
      Object.assign(before, after);
    }
    expect(await foreignRows(everyTable), 'nothing was changed untold').toEqual(before);
    expect(problems.join('\n')).toBe('');
    expect(misread.join('\n'), 'calls whose form is wrong show nothing: say what they need in `besides`').toBe('');
  },
);

test('[API-03] a call that another team has right now is nobody’s to anybody else', { timeout: 180_000 }, async () => {
  const { db } = server.world;
  stepMs = 10;
  const leg = server.telephony.outsideCalls({ line: 'rehearsal', from: '525512345678', to: foreign.did });
  const callId = await eventually(
    async () =>
      (
        await db.pool.query<{ call_id: string }>(
          'select call_id from call_record where tenant_id = $1 and ended_at is null',
          [FOREIGN],
        )
      ).rows[0]!.call_id,
  );
  const [theirs, problems] = [{ ...foreign, key: callId }, [] as string[]];
  const answers: string[] = [];
  for (const route of routes) {
    for (const { place, schema } of attemptsOf(route.endpoint).filter(({ place: { path } }) =>
      /callId|call_id|uuid/i.test(path),
    )) {
      for (const caller of callers.filter(({ member }) => member)) {
        const input = (key: string) => ({
          ...(inputFor(schema, { own, count: (sent += 1), at: { path: place.path, value: key } }) as object),
          ...besides[`${route.module}.${route.name}`]?.(place.path, own),
        });
        const answer = await send(caller, route, input(callId));
        if (seen(answer, theirs) !== seen(await send(caller, route, input(nobody.key)), nobody))
          problems.push(`${route.module}.${route.name}, ${caller.name}: ${answer.text.slice(0, 300)}`);
        answers.push(answer.text);
      }
    }
  }
  expect(problems).toEqual([]);
  expect(answers.length).toBeGreaterThan(100);
  expect(answers.filter((text) => text.includes(foreign.secret))).toEqual([]);
  expect(await server.telephony.legs()).toEqual([leg]);
  server.telephony.hangsUp(leg);
  stepMs = 1_000;
});

test('[API-03] a condition about people and tags of another team finds what one about nobody’s finds', async () => {
  const condition = (field: string, operator: string, value: unknown) => ({
    condition: { join: 'and', items: [{ field, operator, values: [value] }] },
  });
  for (const [field, operator] of [
    ['owner', 'is'],
    ['owner', 'isNot'],
    ['owner', 'anyOf'],
    ['tag', 'anyOf'],
    ['tag', 'noneOf'],
    ['tag', 'allOf'],
  ] as const) {
    for (const path of ['list', 'count']) {
      const [theirs, none] = await Promise.all(
        [foreign.id, nobody.id].map((id) =>
          server.ask('POST', `/admin/cdp/customer/${path}`, {
            token: callers[0]!.token!,
            body: condition(field, operator, id),
          }),
        ),
      );
      expect(theirs, `${path} ${field} ${operator}`).toEqual(none);
      expect(JSON.stringify(theirs)).not.toContain(foreign.secret);
    }
  }
});

test('[API-03] whatever one team does, the pages of another are told nothing of it', { timeout: 300_000 }, async () => {
  const { db, sessions } = server.world;
  const address = (await server.built.http.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
  const pageOf = async (who: { userId: number; tenantId: number }): Promise<Page> =>
    new Page(
      `${address}${userChannel.path}?token=${await sessions.issueTicket((await aSession(db, who)).sessionId, userChannel.path)}`,
    );
  const ours = await Promise.all(callers.flatMap(({ member }) => (member ? [pageOf(member)] : [])));
  const theirs = await pageOf({ userId: FOREIGN, tenantId: FOREIGN });
  await Promise.all([...ours, theirs].map((page) => page.ready()));

  const them: CallerOf = {
    name: 'the other owner',
    member: { userId: FOREIGN, tenantId: FOREIGN } as Member,
    token: foreigner.token,
  };
  let readable = 0;
  const endsSessions = new Set([
    'account.logout',
    'account.endOtherSessions',
    'account.endSession',
    'account.switchTeam',
    'account.leaveTeam',
    'sso.logout',
  ]);
  for (const route of routes.filter(
    ({ endpoint, module, name }) => endpoint.access !== 'public' && !endsSessions.has(`${module}.${name}`),
  )) {
    const attempts = attemptsOf(route.endpoint);
    const fill = (schema: Schema, at?: Wish['at']): unknown => ({
      ...(inputFor(schema, { own: foreign, count: (sent += 1), ...(at ? { at } : {}) }) as object),
      ...besides[`${route.module}.${route.name}`]?.(at?.path ?? '', foreign),
    });
    const inputs =
      attempts.length === 0
        ? [fill(formsOf(route.endpoint)[0]!)]
        : attempts.map(({ place, schema }) => fill(schema, { path: place.path, ...valuesAt(place, foreign)[0]! }));
    const answers = [];
    for (const input of inputs) answers.push(await send(them, route, input));
    if (answers.some(({ text }) => text.includes(foreign.secret))) readable += 1;
    if (!route.endpoint.reads && route.endpoint.method !== 'GET' && answers.some(({ code }) => code === 0))
      await foreign.restore();
  }
  expect(readable, 'the search finds what is there').toBeGreaterThan(50);
  await db.tenant({ tenantId: OWN }, (tx) => tx.push({ kind: 'test.happened', body: 'the last' }));
  for (const page of ours) await eventually(() => expect(page.bodies()).toContain('the last'));
  expect(theirs.events().length).toBeGreaterThan(10);
  expect(
    ours
      .flatMap((page) => page.received)
      .filter(
        (envelope) => JSON.stringify(envelope).includes(foreign.secret) || foreignId.test(JSON.stringify(envelope)),
      ),
  ).toEqual([]);
  expect([...ours, theirs].map((page) => page.closed)).toEqual([...ours, theirs].map(() => null));
  await Promise.all([...ours, theirs].map((page) => page.leave()));
});

test('[API-03] no file that was written for us holds a word of another team', { timeout: 60_000 }, async () => {
  const { db, files } = server.world;
  // Exports that were asked for on the way are written by jobs.
  await eventually(
    async () =>
      expect(
        (await db.pool.query('select 1 from download_task where tenant_id = $1 and status in (0, 1)', [OWN])).rows,
      ).toEqual([]),
    30_000,
  );
  const { rows } = await db.pool.query<{ key: string }>('select key from stored_file where tenant_id = $1', [OWN]);
  expect(rows.length).toBeGreaterThan(1);
  for (const { key } of rows) {
    const parts: Uint8Array[] = [];
    for await (const part of (await files.get(key))?.content ?? []) parts.push(part);
    expect(Buffer.concat(parts).includes(foreign.secret), key).toBe(false);
  }
});

/**
 * A company is there for everybody who knows its domain, and its settings remember who was refused there. A channel of the
 * chat is named to the world by its key, once for all: whoever has it may write to it.
 */
const knownByName = new Set(['sso']);

/** Refused whatever stands there: such columns have no name of their own, and no group overflows into itself. */
const refusedToAll = new Set([
  'field-config.batchEdit columns[].key',
  'agent-groups.update overflowGroupId',
  // What columns of a campaign’s file become are words of the product, never fields of a team.
  'campaigns.importCheck mapping[].field',
  // A report is narrowed by what it has.
  ...['trunk_id', 'number_id'].map((place) => `statistics.agentEfficiency ${place}`),
  ...['agent_id', 'campaign_id', 'trunk_id'].map((place) => `statistics.callInLoss ${place}`),
  ...['campaign_id', 'trunk_id', 'number_id'].map((place) => `statistics.status ${place}`),
  ...['group_id', 'agent_id', 'trunk_id', 'number_id'].map((place) => `statistics.aiOutbound ${place}`),
  'statistics.callEfficiency group_id',
]);
