import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBuiltInRoles } from '#features/team/account/server/index.ts';
import type { Route } from '#platform/server/http/routes.ts';
import { aMember, type Member } from './builders.ts';
import { besides } from './tenancy/besides.ts';
import { sharedChanges, sharedReads } from './tenancy/colleagues.ts';
import { aFilledTenant, tenantTables, type FilledTenant } from './tenancy/filled-tenant.ts';
import { attemptsOf, inputFor, markFor, type Place } from './tenancy/inputs.ts';
import { sendAs, type SweepCaller } from './tenancy/send.ts';
import { hurriedClock } from '#test/clock.ts';
import { testServer, type TestServer } from './test-server.ts';

/*
 * What is one's own is nobody else's in the team, by any call there is or will be. The calls are read off the contracts:
 * each that takes an id is made with one of a colleague's, by people of every role and by a key of every scope. Rules:
 * 1. Who lacks the right a call asks for is refused.
 * 2. Whoever has no right but those of everybody who works here (`….use`, or being signed in) neither sees nor changes
 *    what is a colleague's. What belongs to the whole team is listed by name, with the reason (`tenancy/colleagues.ts`).
 */

const TEAM = 330_033;
let server: TestServer;
let team: FilledTenant;
let routes: Route[];
let people: (SweepCaller & { functions: ReadonlySet<string> })[];
/** Keys that open everything but one scope, by its name; the one under `undefined` opens every scope there is. */
let keysWithout: Map<string | undefined, SweepCaller>;
/** Asks for every row of the team. */
let everyRow: string;

beforeAll(async () => {
  server = await testServer({ clock: hurriedClock() });
  const { db } = server.world;
  routes = server.built.features.flatMap((feature) => feature.routes);
  // Its desk is here before it: else what it has would be taken for left behind, and be put right.
  await server.built.homes.find(TEAM);
  team = await aFilledTenant(db, TEAM);
  await db.pool.query('delete from figure_dirty');
  const roles = await db.everyTenant('roles', (tx) => createBuiltInRoles(tx, TEAM, server.world));
  const somebody = (name: string, member: Member, functions: readonly string[]) => ({
    name,
    member,
    token: member.token,
    functions: new Set(functions),
  });
  people = [somebody('somebody without a role', await aMember(db, TEAM), [])];
  for (const role of ['administrator', 'manager', 'agent'] as const) {
    const { rows: found } = await db.pool.query<{ functions: string[] }>('select functions from role where id = $1', [
      roles[role],
    ]);
    const { functions } = found[0]!;
    people.push(somebody(role, await aMember(db, TEAM, { functions, voiceSeat: true, textSeat: true }), functions));
  }
  const owner = await aMember(db, TEAM, { isOwner: true });
  keysWithout = new Map();
  const scopes = server.world.catalogue.scopes.map(({ scope }) => scope);
  for (const left of [undefined, ...scopes]) {
    const name = left === undefined ? 'a key for everything' : `a key for everything but ${left}`;
    const { data } = await server.ask('POST', '/cc/api/tenantApi/v1/add', {
      token: owner.token,
      body: { name, scopes: scopes.filter((scope) => scope !== left), expiresAt: null, maskNumbers: false },
    });
    keysWithout.set(left, { name, member: null, token: data.key as string });
  }
  const { names } = await tenantTables(db);
  everyRow = names
    .filter((one) => !moving.has(one))
    .map((table) => `select '${table}' "table", t::text "row" from ${table} t where tenant_id = ${TEAM}`)
    .join(' union all ');
}, 120_000);
afterAll(() => server.close());

/** Whoever makes them is no longer here. */
const endsTheirs = new Set([
  'account.endOtherSessions',
  'account.endSession',
  'account.leaveTeam',
  'account.logout',
  'account.switchTeam',
  'sso.logout',
]);

/** Changed by the machinery for every team, or by whoever signs in; figures are counted by the clock. */
const moving = new Set([
  'agent_status_hour',
  'agent_status_time',
  'ai_figure_dirty',
  'ai_quarter',
  'call_agent_day',
  'call_agent_hour',
  'call_loss_quarter',
  'call_quarter',
  'call_way_quarter',
  'figure_day',
  'figure_dirty',
  'figure_status',
  'operation_log',
  'operation_log_seal',
  'outbox',
  'realtime_cursor',
  'realtime_event',
  'session',
  'status_quarter',
  'tenant_api_key',
]);

const readRows = async (): Promise<{ table: string; row: string }[]> =>
  (await server.world.db.pool.query<{ table: string; row: string }>({ name: 'rows of the team', text: everyRow })).rows;

const nameOf = ({ module, name }: Route): string => `${module}.${name}`;
const isRefusal = (code: number | null, status: number): boolean =>
  code === 401 || code === 403 || status === 401 || status === 403;

/** Whether somebody has no right over what is others'. */
const isPlain = (functions: ReadonlySet<string>): boolean => [...functions].every((right) => right.endsWith('.use'));

test(
  '[API-03] no call shows or changes what is a colleague’s without a right over it',
  { timeout: 600_000 },
  async () => {
    const [read, changed, open] = [new Set<string>(), new Set<string>(), [] as string[]];
    let count = 0;
    let before = await readRows();
    for (const route of routes.filter((one) => !endsTheirs.has(nameOf(one)))) {
      const { access, widenedBy, reads, method } = route.endpoint;
      const attempts = access === 'public' ? [] : attemptsOf(route.endpoint);
      for (const caller of people) {
        const ask = ({ schema, place }: (typeof attempts)[number]) =>
          sendAs(server, caller, route, {
            ...(inputFor(schema, { own: team, count: (count += 1), at: valueAt(place) }) as object),
            ...besides[nameOf(route)]?.(place.path, team),
          });
        const opens = [access, ...(widenedBy ?? [])].some(
          (right) => right === 'signedIn' || caller.functions.has(right),
        );
        if (!opens) {
          const [first] = attempts;
          if (!first) continue;
          const { code, status } = await ask(first);
          if (!isRefusal(code, status)) open.push(`${nameOf(route)}, ${caller.name}: ${code}`);
          continue;
        }
        if (!isPlain(caller.functions)) continue;
        for (const attempt of attempts) {
          const answer = await ask(attempt);
          if (answer.text.includes(team.secret)) read.add(nameOf(route));
          if (reads || method === 'GET' || answer.code !== 0) continue;
          const after = new Set((await readRows()).map(({ table, row }) => `${table} ${row}`));
          // What was added is the caller's own.
          for (const { table, row } of before)
            if (!after.has(`${table} ${row}`)) changed.add(`${nameOf(route)} ${table}`);
          await team.restore();
          before = await readRows();
        }
      }
    }
    expect(open).toEqual([]);
    expect(
      { shown: [...read].sort(), changed: [...changed].sort() },
      'what belongs to the whole team is listed in tenancy/colleagues.ts',
    ).toEqual({ shown: Object.keys(sharedReads).sort(), changed: Object.keys(sharedChanges).sort() });
  },
);

const valueAt = ({ path, kind }: Place) => ({
  path,
  value: markFor(kind, team, path === 'customerId' ? { type: 'string' } : {}),
});

// A key opens what any of its scopes opens: who is refused with all others is refused with each of them.
test('[API-03] a key makes the calls of its scope and no others', { timeout: 120_000 }, async () => {
  const open: string[] = [];
  for (const route of routes.filter(({ endpoint }) => endpoint.access !== 'public')) {
    const [attempt] = attemptsOf(route.endpoint);
    if (!attempt) continue;
    const input = inputFor(attempt.schema, { own: team, count: 0 });
    const caller = keysWithout.get(route.endpoint.api)!;
    const { code, status } = await sendAs(server, caller, route, input);
    if (!isRefusal(code, status)) open.push(`${nameOf(route)}, ${caller.name}: ${code}`);
  }
  expect(open).toEqual([]);
});
