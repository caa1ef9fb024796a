import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { fakeTrunks } from '#core/trunk/fake-trunks.fixture.ts';
import type { TrunkSettings } from '#core/trunk/trunk-settings.ts';
import { openHomes } from '#platform/server/homes/open-homes.ts';
import { selfSigned } from '#platform/server/self-signed.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { aRegisteredTrunk, aSipTrunk } from '../core/sip-trunk.fixture.ts';
import { TRUNK_PUSHED, type SipTrunk, type SipTrunkFields } from '../contract.ts';
import { describedLine, openLentLines, setLoanTerms } from './index.ts';

const described = (fields: SipTrunkFields) => describedLine(fields) as TrunkSettings;
const lines = fakeTrunks([
  {
    carrier: 'lent-house',
    name: 'House',
    domain: 'house.example',
    tenantIds: null,
    settings: described(aRegisteredTrunk()),
  },
  { carrier: 'lent-few', name: 'Few', domain: 'few.example', tenantIds: [-1], settings: described(aSipTrunk()) },
]);
const server = await testServer({ trunks: lines });
afterAll(server.close);
const { db } = server.world;
const EDITS = ['trunks.view', 'trunks.edit', 'routes.view', 'routes.edit'];

const post = (token: string, path: string, body: object = {}) =>
  server.ask('POST', `/cc/api/trunk/v1/${path}`, { token, body });
const route = (token: string, path: string, body: object = {}) =>
  server.ask('POST', '/cc/api/route/v1/route', { token, body: { path, ...body } });
// oxlint-disable-next-line vitest/require-awaited-expect-poll -- whoever calls it awaits it.
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 10_000, interval: 20 });

async function aTeam() {
  const tenantId = await aTenant(db);
  const { token } = await aMember(db, tenantId, { functions: EDITS });
  const list = async (): Promise<SipTrunk[]> => (await post(token, 'list')).data.trunks;
  const one = async (): Promise<SipTrunk> => (await list())[0]!;
  return { tenantId, token, list, one };
}

test('[CC-12] a trunk is described, opened at once and a trunk of routes; its password never comes out', async () => {
  const { token, one, tenantId } = await aTeam();
  const { data } = await post(token, 'create', aRegisteredTrunk());
  const carrier = `sip-${data.id}`;
  await soon(() => lines.opened.get(carrier)).toMatchObject({
    account: { user: 'ana', password: 'geheim' },
    register: { seconds: 600 },
  });
  const shown = await one();
  expect(shown).toMatchObject({ name: 'Carrier', carrier, hasPassword: true, account: { user: 'ana', password: '' } });
  expect((await route(token, 'line.list')).data).toMatchObject([
    { name: 'Carrier', carrier, isKnown: true, isRehearsal: false, maxCalls: 100, callsPerSec: 20 },
  ]);
  const everything = await db.everyTenant('looks for secrets', (tx) =>
    sql<{ text: string }>`
      select t.settings::text || t.sealed || coalesce(t.state::text, '') || (select string_agg(coalesce(l.change::text, ''), ' ') from operation_log l where l.tenant_id = ${tenantId}) "text"
      from sip_trunk t where t.tenant_id = ${tenantId}`.execute(tx.as()),
  );
  expect(everything.rows[0]!.text).toContain('sip.carrier.example');
  expect(everything.rows[0]!.text).not.toContain('geheim');
});

test('[CC-12] how a trunk is reaches its page: registered, a wrong password that waits, gateways', async () => {
  const { token, one, tenantId } = await aTeam();
  const { data } = await post(token, 'create', aRegisteredTrunk());
  const carrier = `sip-${data.id}`;
  await soon(async () => (await one()).state.at).toBe('open');
  lines.is(carrier, {
    registration: { at: 'refused', untilMs: null, retryAtMs: Date.UTC(2026, 0, 1) },
    lastFault: { what: 'wrongPassword', detail: '401', atMs: Date.UTC(2025, 0, 1) },
    calls: { outgoing: 1, incoming: 2 },
  });
  await soon(async () => (await one()).state).toMatchObject({
    registration: { at: 'refused', retryAt: '2026-01-01 00:00:00' },
    fault: { what: 'wrongPassword', detail: '401', at: '2025-01-01 00:00:00' },
    calls: { outgoing: 1, incoming: 2 },
  });
  // Pages that are open are told, and nobody’s who may not see trunks.
  const readPushes = () =>
    db.everyTenant('looks what was told', (tx) =>
      sql<{ access: string }>`
        select distinct access from realtime_event where tenant_id = ${tenantId} and kind = ${TRUNK_PUSHED}`.execute(
        tx.as(),
      ),
    );
  await soon(async () => (await readPushes()).rows).toEqual([{ access: 'trunks.view' }]);
});

test('[CC-12] a change is obeyed without a restart; an empty password stays, and goes nowhere else', async () => {
  const { token, one } = await aTeam();
  const { data } = await post(token, 'create', aRegisteredTrunk());
  const carrier = `sip-${data.id}`;
  const same = { ...aRegisteredTrunk(), id: data.id, account: { user: 'ana', authUser: '', password: '' } };
  expect((await post(token, 'update', { ...same, version: 1, name: 'Second', callsAtOnce: 7 })).code).toBe(0);
  await soon(() => lines.opened.get(carrier)).toMatchObject({ callsAtOnce: 7, account: { password: 'geheim' } });
  expect((await one()).version).toBe(2);
  expect((await route(token, 'line.list')).data).toMatchObject([{ name: 'Second', maxCalls: 7 }]);

  expect((await post(token, 'update', { ...same, version: 1 })).code).toBe(20_002);
  const elsewhere = { ...same, version: 2, gateways: [{ host: 'evil.example', port: null, transport: null }] };
  expect(await post(token, 'update', elsewhere)).toMatchObject({
    code: 400,
    msg: expect.stringContaining('account.password'),
  });
  expect((await post(token, 'update', { ...same, version: 2, enabled: false })).code).toBe(0);
  await soon(() => lines.opened.has(carrier)).toBe(false);
  expect(lines.deeds).toContain(`take ${carrier} goOn`);
  expect((await one()).state.at).toBe('off');
  expect((await post(token, 'test', { id: data.id })).code).toBe(23_806);
});

test('[CC-12] a trunk that a route has is not deleted, nor from the page of routes; one that none has is gone from both', async () => {
  const { token, list } = await aTeam();
  const { data } = await post(token, 'create', aSipTrunk());
  const [trunk] = (await route(token, 'line.list')).data;
  const fields = { name: 'Out', type: 4, countries: [], hours: { kind: 'always' }, enabled: true, strategy: 'order' };
  const made = await route(token, 'create', { ...fields, trunks: [{ trunkId: trunk.id, weight: 1 }] });
  expect(await post(token, 'delete', { id: data.id, version: 1 })).toMatchObject({ code: 23_800 });
  expect((await route(token, 'delete', { id: made.data.id, version: 1 })).code).toBe(0);
  expect((await route(token, 'line.delete', { id: trunk.id, version: trunk.version })).code).toBe(23_805);
  const { calls: _calls, prices: _prices, routes: _routes, isKnown: _known, isRehearsal: _rehearsal, ...row } = trunk;
  expect((await route(token, 'line.update', { ...row, carrier: 'rehearsal' })).code).toBe(23_805);
  expect((await post(token, 'delete', { id: data.id, version: 1 })).code).toBe(0);
  expect(await list()).toEqual([]);
  expect((await route(token, 'line.list')).data).toEqual([]);
  await soon(() => lines.opened.has(`sip-${data.id}`)).toBe(false);
});

test('[CC-12] nobody else’s trunk exists: not for another team, not as a carrier of theirs, not for who may only look', async () => {
  const [ours, theirs] = [await aTeam(), await aTeam()];
  const { data } = await post(ours.token, 'create', aSipTrunk());
  expect(await theirs.list()).toEqual([]);
  for (const [path, body] of [
    ['update', { ...aSipTrunk(), id: data.id, version: 1 }],
    ['delete', { id: data.id, version: 1 }],
    ['test', { id: data.id }],
  ] as const)
    expect((await post(theirs.token, path, body)).code).toBe(404);
  const stolen = { name: 'Theirs', carrier: `sip-${data.id}`, enabled: true, maxCalls: null, callsPerSec: null };
  const carriers = (await route(theirs.token, 'line.carriers')).data;
  expect(carriers).not.toContainEqual(expect.objectContaining({ carrier: `sip-${data.id}` }));
  expect((await route(theirs.token, 'line.create', { ...stolen, emergency: false, emergencyAddress: '' })).code).toBe(
    23_802,
  );
  const looks = await aMember(db, ours.tenantId, { functions: ['trunks.view'] });
  expect((await post(looks.token, 'list')).code).toBe(0);
  expect((await post(looks.token, 'create', aSipTrunk({ name: 'B' }))).code).toBe(403);
  expect((await post((await aMember(db, ours.tenantId)).token, 'list')).code).toBe(403);
});

test('[CC-12] a name is taken once, and what is wrong is said at its field', async () => {
  const { token } = await aTeam();
  expect((await post(token, 'create', aSipTrunk())).code).toBe(0);
  expect((await post(token, 'create', aSipTrunk())).code).toBe(20_003);
  const wrong = aSipTrunk({ name: 'B', domain: 'sip:carrier.example' });
  expect(await post(token, 'create', wrong)).toMatchObject({
    code: 400,
    msg: expect.stringContaining('domain: trunks.wrong.host'),
  });
  const nobody = aRegisteredTrunk({ name: 'B', account: { user: 'ana', authUser: '', password: '' } });
  expect(await post(token, 'create', nobody)).toMatchObject({
    code: 400,
    msg: expect.stringContaining('account.password: trunks.wrong.passwordMissing'),
  });
});

test('[CC-12] a test tries step by step and says what it found', async () => {
  const { token, one } = await aTeam();
  const { data } = await post(token, 'create', aRegisteredTrunk());
  const carrier = `sip-${data.id}`;
  const server0 = { host: 'sip.carrier.example' };
  lines.is(carrier, {
    registration: { at: 'registered', untilMs: null, retryAtMs: null },
    gateways: [{ server: server0, at: 'up', addresses: ['203.0.113.7'], roundTripMs: 12 }],
  });
  await soon(async () => (await one()).state.at).toBe('open');
  lines.answersWith({ at: 'refused', status: 403 });
  for (const number of ['911', '+449061234567'])
    expect(await post(token, 'test', { id: data.id, number }), number).toMatchObject({ code: 400 });
  expect((await post(token, 'test', { id: data.id, number: '+525512345678' })).data.isOver).toBe(false);
  await soon(async () => (await one()).test?.isOver).toBe(true);
  expect((await one()).test!.steps).toMatchObject([
    { step: 'names', outcome: 'ok', detail: '203.0.113.7' },
    { step: 'registration', outcome: 'ok' },
    { step: 'options', outcome: 'ok', ms: 12 },
    { step: 'call', outcome: 'failed', detail: '403', trouble: 'forbidden' },
  ]);
  expect(lines.deeds).toContain(`call ${carrier} 525512345678 `);
  // Names are looked up without waiting for whoever does not answer.
  expect(lines.deeds.filter((deed) => deed === `find ${carrier}` || deed === `check ${carrier}`)).toEqual([
    `find ${carrier}`,
    `check ${carrier}`,
  ]);
});

test('[CC-12] a team’s trunks are open where its desk lives: elsewhere they are not here, and here when that is gone', async () => {
  const [ours, next] = [await aTeam(), await aTeam()];
  const elsewhere = openHomes(server.world);
  elsewhere.settle({ moveIn: async () => {}, moveOut: async () => {}, leftBehind: async () => [] });
  await elsewhere.start('http://127.0.0.1:9');
  expect(await elsewhere.find(ours.tenantId)).toEqual({ at: 'here' });
  const { data } = await post(ours.token, 'create', aSipTrunk());
  const { data: later } = await post(next.token, 'create', aSipTrunk());
  await soon(() => lines.opened.has(`sip-${later.id}`)).toBe(true);
  expect(lines.opened.has(`sip-${data.id}`)).toBe(false);
  expect((await ours.one()).state.at).toBe('opening');
  await elsewhere.stop();
  await soon(() => lines.opened.has(`sip-${data.id}`)).toBe(true);
});

test('[CC-12] lines the installation lends are shown to whom they are lent, and may become trunks of theirs', async () => {
  const { token } = await aTeam();
  const lent = async () => (await post(token, 'list')).data.lent;
  expect(await lent()).toEqual([
    { carrier: 'lent-house', name: 'House', domain: 'house.example', isUsed: false, isUp: false },
  ]);
});

test('[CC-12] rules that read another team’s number as ours are refused where both share a carrier, and nothing is told of whose it is', async () => {
  const [first, later] = [await aTeam(), await aTeam()];
  const hold = (tenantId: number, number: string) =>
    db.everyTenant('a number', (tx) =>
      sql`insert into did_number (tenant_id, number, carrier) values (${tenantId}, ${number}, 'any')`.execute(tx.as()),
    );
  await hold(first.tenantId, '493012345601');
  await hold(later.tenantId, '493012345602');
  const shared = (wishes: Partial<SipTrunkFields> = {}) =>
    aSipTrunk({ signallingFrom: ['198.51.100.0/24'], ...wishes });
  const drawing = { form: 'international', country: '', cut: '+493012345601', prefix: '+493012345602' } as const;
  expect((await post(first.token, 'create', shared())).code).toBe(0);

  const other = { gateways: [{ host: 'sip.other.example', port: null, transport: null }] };
  const overlapping = { ...other, signallingFrom: ['198.51.100.7'], dialledNumber: drawing };
  const refused = await post(later.token, 'create', shared(overlapping));
  expect(refused).toMatchObject({ code: 23_807 });
  expect(JSON.stringify(refused)).not.toMatch(/4930123456|\b(tenant|team )\d/);
  // By name, too; and one that is off claims nothing until it is switched on.
  expect((await post(later.token, 'create', aSipTrunk({ dialledNumber: drawing }))).code).toBe(23_807);
  const off = await post(later.token, 'create', shared({ ...overlapping, enabled: false }));
  expect(off.code).toBe(0);
  const on = { ...shared(overlapping), id: off.data.id, version: 1 };
  expect((await post(later.token, 'update', on)).code).toBe(23_807);
  // Elsewhere, or read as it is written, it is nobody’s business.
  expect((await post(later.token, 'update', { ...on, signallingFrom: ['203.0.113.0/24'] })).code).toBe(0);
  expect((await post(later.token, 'create', shared({ name: 'Plain' }))).code).toBe(0);
  // Who was first goes on changing what is theirs.
  const own = await first.one();
  const renamed = { ...shared(), id: own.id, version: own.version, name: 'Renamed' };
  expect((await post(first.token, 'update', renamed)).code).toBe(0);
});

test('[CC-12] a trunk has what it brings since it was described so; another name changes nothing', async () => {
  const { token, one } = await aTeam();
  const { data } = await post(token, 'create', aSipTrunk());
  const since = async (): Promise<number> => {
    const { rows } = await db.everyTenant('since when', (tx) =>
      sql<{
        ms: number;
      }>`select (extract(epoch from claims_since) * 1000)::float8 ms from sip_trunk where id = ${data.id}`.execute(
        tx.as(),
      ),
    );
    return rows[0]!.ms;
  };
  const change = async (wishes: object) =>
    post(token, 'update', { ...aSipTrunk(), id: data.id, version: (await one()).version, ...wishes });
  const first = await since();
  expect((await change({ name: 'B', callsAtOnce: 3 })).code).toBe(0);
  expect(await since()).toBe(first);
  expect((await change({ hosts: ['team.example'] })).code).toBe(0);
  const second = await since();
  expect(second).toBeGreaterThan(first);
  expect((await change({ hosts: ['team.example'], enabled: false })).code).toBe(0);
  expect((await change({ hosts: ['team.example'] })).code).toBe(0);
  expect(await since()).toBeGreaterThan(second);
});

test('[CC-12] one process registers a lent trunk, another has it when that one is gone, and all can call over it', async () => {
  const line = {
    carrier: 'lent-one',
    name: 'One',
    domain: 'one.example',
    tenantIds: null,
    settings: described(aRegisteredTrunk()),
  };
  const [here, there] = [fakeTrunks([line]), fakeTrunks([line])];
  const homesOf = () => openHomes({ db, log: server.world.log });
  const [hereHomes, thereHomes] = [homesOf(), homesOf()];
  const first = openLentLines({ ...server.world, trunks: here }, hereHomes.leases);
  const second = openLentLines({ ...server.world, trunks: there }, thereHomes.leases);
  await first.start();
  await second.start();
  const registers = (trunks: typeof here) => trunks.opened.get('lent-one')?.register ?? null;
  expect([registers(here), registers(there)]).toEqual([{ seconds: 600 }, null]);
  expect(there.opened.has('lent-one')).toBe(true);
  await first.stop();
  await soon(() => registers(there)).toEqual({ seconds: 600 });
  await second.stop();
  await Promise.all([hereHomes.stop(), thereHomes.stop()]);
});

test('[CC-12] a lent trunk that an operator withdraws takes no new call in any process, and is open again when it is lent again', async () => {
  const settings = described(aRegisteredTrunk());
  const line = { carrier: 'lent-back', name: 'Back', domain: 'house.example', tenantIds: null, settings };
  const [here, there] = [fakeTrunks([line]), fakeTrunks([line])];
  const homes = openHomes({ db, log: server.world.log });
  const both = [here, there].map((trunks) => openLentLines({ ...server.world, trunks }, homes.leases));
  for (const one of both) await one.start();
  expect([here, there].map(({ opened }) => opened.has('lent-back'))).toEqual([true, true]);
  const say = (terms: { tenantIds: number[] | null; isWithdrawn: boolean }) =>
    db.everyTenant('an operator', (tx) => setLoanTerms(tx, 'lent-back', { name: 'Back', ...terms }));
  await say({ tenantIds: null, isWithdrawn: true });
  await soon(() => [here, there].map(({ opened }) => opened.has('lent-back'))).toEqual([false, false]);
  expect(here.deeds).toContain('take lent-back goOn');
  expect(here.lent()).toEqual([]);
  await say({ tenantIds: [3], isWithdrawn: false });
  await soon(() => [here, there].map(({ opened }) => opened.has('lent-back'))).toEqual([true, true]);
  expect(there.lent()).toMatchObject([{ carrier: 'lent-back', tenantIds: [3] }]);
  for (const one of both) await one.stop();
  await homes.stop();
});

test('[CC-12] certificates of the carrier are checked, shown by whose they are and until when, and a key is never taken', async () => {
  const { token, one, tenantId } = await aTeam();
  const until = new Date(Date.UTC(2031, 4, 6));
  const [{ cert, key }, { cert: old }] = await Promise.all([
    selfSigned('root.carrier.example', { to: until }),
    selfSigned('old.carrier.example', { to: new Date(Date.now() - 1_000) }),
  ]);
  const create = (roots: string) => post(token, 'create', aSipTrunk({ roots }));
  for (const [roots, wrong] of [
    [`${cert}${key}`, 'rootsKey'],
    ['mine', 'roots'],
    ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', 'roots'],
    [`${cert}${old}`, 'rootsExpired'],
    [cert.repeat(6), 'rootsMany'],
  ] as const)
    expect(await create(roots)).toMatchObject({ code: 400, msg: expect.stringMatching(`trunks.wrong.${wrong}$`) });
  const { data } = await create(cert);
  expect(await one()).toMatchObject({
    roots: cert.trim(),
    rootFacts: [{ subject: 'CN=root.carrier.example', until: '2031-05-06 00:00:00' }],
  });
  await soon(() => lines.opened.get(`sip-${data.id}`)?.roots).toEqual([cert.trim()]);
  const { rows } = await db.everyTenant('looks at the log', (tx) =>
    sql<{
      text: string;
    }>`select string_agg(change::text, ' ') "text" from operation_log where tenant_id = ${tenantId}`.execute(tx.as()),
  );
  expect(rows[0]!.text).toContain('CN=root.carrier.example');
  expect(rows[0]!.text).not.toContain('BEGIN');
  await db.everyTenant('time passes', (tx) =>
    sql`update sip_trunk set settings = settings || jsonb_build_object('roots', ${old.trim()}::text) where id = ${data.id}`.execute(
      tx.as(),
    ),
  );
  const off = { ...aSipTrunk({ roots: old }), enabled: false, id: data.id, version: (await one()).version };
  expect(await post(token, 'update', off)).toMatchObject({ code: 0 });
});
