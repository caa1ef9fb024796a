import { expect, test, vi } from 'vitest';
import { aTenantHouse, houseOfTests } from './calls.fixture.ts';

vi.setConfig({ testTimeout: 20_000 });

const { db, house, aTeam } = await houseOfTests();
const { telephony, ask } = house;

test('[CALL-22] stars are kept per person; whom one gave a call last comes first', async () => {
  const [tenant, ana] = await aTeam(1);
  const [budi, sofia] = [await house.anAgent(tenant.tenantId), await house.anAgent(tenant.tenantId)];
  expect(await ask.transferTargets(ana.caller(), {})).toEqual([]);
  await ask.starTarget(ana.caller(), { target: { groupId: tenant.groupId }, isStarred: true });
  await ask.starTarget(ana.caller(), { target: { userId: sofia.userId }, isStarred: true });
  const caller = await house.callsIn(tenant);
  await house.takes(ana);
  const callId = await house.callIdOf(ana);
  await ask.transfer(ana.caller(), { callId, kind: 'consult', target: { userId: budi.userId } });
  expect(await ask.transferTargets(ana.caller(), {})).toMatchObject([
    { userId: budi.userId, groupId: null, isStarred: false },
    { userId: sofia.userId, isStarred: true, usedAt: null },
    { userId: null, groupId: tenant.groupId, isStarred: true, usedAt: null },
  ]);
  expect(await ask.starTarget(ana.caller(), { target: { userId: budi.userId }, isStarred: true })).toMatchObject([
    { userId: budi.userId, isStarred: true },
    {},
    {},
  ]);
  expect(await ask.starTarget(ana.caller(), { target: { userId: sofia.userId }, isStarred: false })).toHaveLength(2);
  expect(await ask.transferTargets(budi.caller(), {})).toEqual([]);
  telephony.hangsUp(caller);
  await house.settled();
});

test('[CALL-22] nobody of another team can be starred', async () => {
  const [, ana] = await aTeam(1);
  const other = await aTenantHouse(db);
  const stranger = await house.anAgent(other.tenantId);
  for (const target of [{ userId: stranger.userId }, { groupId: other.groupId }, { userId: 999_999_999 }])
    await expect(ask.starTarget(ana.caller(), { target, isStarred: true })).rejects.toThrow('notFound');
});
