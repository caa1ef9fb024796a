import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { EquipmentFacts } from '#core/equipment/equipment.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { equipmentCheckApi, type CheckResult } from '../contract.ts';
import { KEPT } from './equipment-check.repo.ts';

const server = await testServer();
const { db } = server.world;
afterAll(() => server.close());

const fine: EquipmentFacts = {
  microphone: { seen: true, name: 'Headset', devices: 1, permission: 'granted' },
  speaker: { heard: true, name: 'Headset', played: true },
  browser: { name: 'Chrome', system: 'Windows', webSockets: true, audioContext: true, microphoneAllowed: true },
  network: { echoMs: 30, socketStatus: 0, udp: true, relay: 'none', call: { answered: true, mos: 4.4 } },
};
const deaf: EquipmentFacts = { ...fine, speaker: { ...fine.speaker, heard: false } };
const report = (token: string, facts: object) =>
  server.ask<CheckResult>('POST', equipmentCheckApi.report.path, { token, body: { facts } });
const list = async (token: string, body: object = {}) =>
  (await server.ask<{ list: CheckResult[]; total: number }>('POST', equipmentCheckApi.list.path, { token, body })).data;

test('[EQUIP-02] a check is judged by the server and kept; supervisors see the newest of everybody and who is in trouble', async () => {
  const tenant = await aTenant(db);
  const [ana, budi] = [await aMember(db, tenant), await aMember(db, tenant)];
  const sofia = await aMember(db, tenant, { functions: ['equipment-check.view'] });
  expect((await report(ana.token, deaf)).data.verdict.speaker).toEqual({ normal: false, reasons: ['speakerNotHeard'] });
  await report(budi.token, deaf);
  await report(ana.token, fine);
  expect((await list(sofia.token)).list.map(({ userId, verdict }) => [userId, verdict.speaker.normal])).toEqual([
    [ana.userId, true],
    [budi.userId, false],
  ]);
  expect(await list(sofia.token, { abnormal: 'any' })).toMatchObject({ total: 1, list: [{ userId: budi.userId }] });
  expect(await list(sofia.token, { abnormal: 'speaker' })).toMatchObject({ total: 1 });
  expect(await list(sofia.token, { abnormal: 'microphone' })).toMatchObject({ total: 0, list: [] });
  const history = await server.ask<CheckResult[]>('POST', equipmentCheckApi.history.path, {
    token: sofia.token,
    body: { userId: ana.userId },
  });
  expect(history.data.map(({ verdict }) => verdict.speaker.normal)).toEqual([true, false]);
});

test('[EQUIP-02] looking at the equipment of others is a right; another team sees nothing', async () => {
  const tenant = await aTenant(db);
  const ana = await aMember(db, tenant);
  await report(ana.token, deaf);
  expect((await server.ask('POST', equipmentCheckApi.list.path, { token: ana.token, body: {} })).code).toBe(403);
  expect(
    (await server.ask('POST', equipmentCheckApi.history.path, { token: ana.token, body: { userId: ana.userId } })).code,
  ).toBe(403);
  const other = await aMember(db, await aTenant(db), { isOwner: true });
  expect(await list(other.token)).toEqual({ list: [], total: 0 });
});

test('[EQUIP-02] the last twenty checks of a person stay', async () => {
  const ana = await aMember(db, await aTenant(db), { isOwner: true });
  for (let n = 0; n < KEPT + 2; n += 1) expect((await report(ana.token, n % 2 ? fine : deaf)).code).toBe(0);
  const { rows } = await db.tenant(ana, (tx) =>
    sql<{
      count: number;
      latest: number;
    }>`select count(*)::int count, count(*) filter (where is_latest)::int latest from equipment_check`.execute(tx.as()),
  );
  expect(rows).toEqual([{ count: KEPT, latest: 1 }]);
});

test('[EQUIP-02] two tabs at once leave one newest', async () => {
  const ana = await aMember(db, await aTenant(db), { isOwner: true });
  const answers = await Promise.all([report(ana.token, fine), report(ana.token, deaf), report(ana.token, fine)]);
  expect(answers.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect((await list(ana.token)).total).toBe(1);
});

test.each([
  [{}],
  [{ ...fine, microphone: {} }],
  [{ ...fine, speaker: { ...fine.speaker, name: 'x'.repeat(201) } }],
  [{ ...fine, network: { ...fine.network, echoMs: -1 } }],
])('[EQUIP-02] nonsense is refused: %#', async (facts) => {
  const ana = await aMember(db, await aTenant(db));
  expect((await report(ana.token, facts)).code).toBe(400);
});
