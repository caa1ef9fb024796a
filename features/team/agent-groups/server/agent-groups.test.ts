import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { DemoMember } from '#platform/server/feature.ts';
import { failures } from '#shared/errors.ts';
import { aMember, aSoundOf, aTenant, type Member } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { aDesk, aGroupOf, anAgentOf } from './desk.fixture.ts';
import { demoGroups } from './demo.ts';
import { agentGroups } from './index.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;

const at = (path: string) => `/cc/api/agentGroup/v1/${path}`;
const ask = (who: Member, path: string, body: object = {}) => server.ask('POST', at(path), { token: who.token, body });
const aManager = (tenantId: number) =>
  aMember(db, tenantId, { functions: ['agent-groups.view', 'agent-groups.edit', 'agent-groups.use'] });

test('[CC-02] a group is added with sensible settings and a number, listed, changed and deleted', async () => {
  const sofia = await aManager(await aTenant(db));
  const { code, data: added } = await ask(sofia, 'add', { name: 'Sales' });
  expect(code).toBe(0);
  expect(added).toMatchObject({ groupNo: 1_001 });
  const { data: page } = await ask(sofia, 'page');
  expect(page).toMatchObject({
    total: 1,
    list: [
      {
        id: added.id,
        name: 'Sales',
        groupNo: 1_001,
        ringTimeoutSec: 20,
        maxWaitSec: null,
        overflowKind: 'hangUp',
        allowCallback: true,
        announcePosition: true,
        enabled: true,
        members: 0,
        managers: 0,
        waiting: 0,
        version: 1,
        skills: [],
      },
    ],
  });
  const skills = [{ skill: 'es', level: 5, required: true, relaxAfterSec: 30 }];
  expect(await ask(sofia, 'update', { ...page.list[0], name: 'Sales México', maxWaitSec: 120, skills })).toMatchObject({
    code: 0,
  });
  expect(await ask(sofia, 'update', { ...page.list[0], name: 'Too late' })).toMatchObject({ code: 20002 });
  expect((await ask(sofia, 'page', { name: 'méx' })).data.list).toMatchObject([
    { name: 'Sales México', maxWaitSec: 120, skills, version: 2 },
  ]);
  expect(await ask(sofia, 'delete', { id: added.id, members: 0 })).toMatchObject({ code: 0 });
  expect((await ask(sofia, 'page')).data.total).toBe(0);
});

test('[CC-02] names and numbers are given once, and overflow leads to another group of the tenant', async () => {
  const [sofia, noor] = [await aManager(await aTenant(db)), await aManager(await aTenant(db))];
  const { data: sales } = await ask(sofia, 'add', { name: 'Sales' });
  const { data: theirs } = await ask(noor, 'add', { name: 'Sales' });
  expect(await ask(sofia, 'add', { name: 'Sales' })).toMatchObject({ code: 20003 });
  expect(await ask(sofia, 'add', { name: 'Support', groupNo: 1_001 })).toMatchObject({ code: 20903 });
  expect(await ask(sofia, 'add', { name: 'Support', overflowKind: 'group' })).toMatchObject({ code: 400 });
  expect(await ask(sofia, 'add', { name: 'Support', overflowKind: 'group', overflowGroupId: theirs.id })).toMatchObject(
    { code: 400 },
  );
  expect(await ask(sofia, 'add', { name: 'Support', overflowKind: 'group', overflowGroupId: sales.id })).toMatchObject({
    code: 0,
    data: { groupNo: 1_002 },
  });
  const { data } = await ask(sofia, 'page', { name: 'Sales' });
  expect(
    await ask(sofia, 'update', { ...data.list[0], overflowKind: 'group', overflowGroupId: sales.id }),
    'into itself',
  ).toMatchObject({ code: 400 });
  expect(await ask(sofia, 'delete', { id: sales.id, members: 0 }), 'another group leads there').toMatchObject({
    code: 20901,
  });
  expect(await ask(noor, 'delete', { id: sales.id, members: 0 }), 'not theirs').toMatchObject({ code: 404 });
});

test('[CC-02] members come with their skills, managers without; people of another tenant are refused', async () => {
  const tenantId = await aTenant(db);
  const sofia = await aManager(tenantId);
  const [ana, budi] = [
    await aMember(db, tenantId, { name: 'Ana', voiceSeat: true }),
    await aMember(db, tenantId, { name: 'Budi', voiceSeat: true }),
  ];
  const stranger = await aMember(db, await aTenant(db));
  const { data: group } = await ask(sofia, 'add', { name: 'Sales' });
  const skills = [
    { skill: 'en', level: 7 },
    { skill: 'es', level: 9 },
  ];
  expect(
    await ask(sofia, 'members/set', {
      id: group.id,
      members: [{ userId: ana.userId, skills }, { userId: budi.userId }],
    }),
  ).toMatchObject({ code: 0 });
  expect((await ask(sofia, 'members', { id: group.id })).data).toEqual([
    { userId: ana.userId, name: 'Ana', email: ana.email, voiceSeat: true, skills },
    { userId: budi.userId, name: 'Budi', email: budi.email, voiceSeat: true, skills: [] },
  ]);
  expect(await ask(sofia, 'members/set', { id: group.id, members: [{ userId: ana.userId }] })).toMatchObject({
    code: 0,
  });
  expect((await ask(sofia, 'people')).data).toContainEqual(expect.objectContaining({ name: 'Ana', skills }));
  expect((await ask(sofia, 'members', { id: group.id })).data).toMatchObject([{ name: 'Ana', skills }]);
  expect(await ask(sofia, 'members/set', { id: group.id, members: [{ userId: stranger.userId }] })).toMatchObject({
    code: 400,
  });
  expect(await ask(sofia, 'managers/set', { id: group.id, userIds: [sofia.userId, sofia.userId] })).toMatchObject({
    code: 0,
  });
  expect((await ask(sofia, 'managers', { id: group.id })).data).toMatchObject([{ userId: sofia.userId }]);
  expect(await ask(sofia, 'delete', { id: group.id, members: 0 }), 'somebody joined meanwhile').toMatchObject({
    code: 20002,
  });
  expect(await ask(sofia, 'delete', { id: group.id, members: 1 })).toMatchObject({ code: 0 });
});

test('[CC-02] agents see groups to transfer to; settings and callers are for managers', async () => {
  const tenantId = await aTenant(db);
  const agent = await aMember(db, tenantId, { functions: ['agent-groups.use'], voiceSeat: true });
  const open = await aGroupOf(db, tenantId, [agent], { name: 'Sales' });
  await aGroupOf(db, tenantId, [], { name: 'Closed', enabled: false });
  expect((await ask(agent, 'all')).data).toEqual([{ id: open, name: 'Sales', groupNo: 1_001 }]);
  expect((await ask(agent, 'myGroups')).data).toEqual([
    { id: open, name: 'Sales', groupNo: 1_001, callPausesChats: false, waiting: 0 },
  ]);
  for (const [path, body] of Object.entries({
    page: {},
    add: { name: 'Mine' },
    update: {},
    delete: {},
    members: { id: open },
    'members/set': {},
    managers: { id: open },
    'managers/set': {},
    waiting: {},
  })) {
    expect(await ask(agent, path, body), path).toMatchObject({ code: 403 });
  }
});

test('[CC-02] every change stands in the operation log, with what it was before', async () => {
  const tenantId = await aTenant(db);
  const sofia = await aManager(tenantId);
  const { data: group } = await ask(sofia, 'add', { name: 'Sales' });
  await ask(sofia, 'members/set', {
    id: group.id,
    members: [{ userId: sofia.userId, skills: [{ skill: 'es', level: 9 }] }],
  });
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql<{
      action: string;
      target: string;
      change: object;
    }>`select action, target, change from operation_log where tenant_id = ${tenantId} order by id`.execute(tx.as()),
  );
  expect(rows).toMatchObject([
    { action: 'add', target: 'Sales' },
    {
      action: 'setMembers',
      target: 'Sales',
      change: { before: { members: [] }, after: { members: [expect.stringMatching(/\(es 9\)$/)] } },
    },
  ]);
});

test('[CALL-22] the transfer list shows who is free, who is busy and how many wait; the line for supervisors masks where it must', async () => {
  const tenantId = await aTenant(db);
  const [ana, budi] = [await anAgentOf(db, tenantId, 'Ana'), await anAgentOf(db, tenantId, 'Budi')];
  const groupId = await aGroupOf(db, tenantId, [ana, budi], { name: 'Sales', max_waiting: 5 });
  const it = aDesk(db);
  await it.start();
  const handle = (name: string, who: Member, input: object = {}, masked = false) =>
    agentGroups(it, it.desk, it.board)
      .routes.find((route) => route.name === name)!
      .handle({ ...who.caller(), needsMasking: masked }, input) as Promise<never>;
  await it.available(ana);
  const { sipNum } = await it.available(budi);
  await it.desk.enqueue({ tenantId, groupId, callId: 'one', customerNumber: '525512345678' });
  await expect.poll(() => it.asking.offers.length).toBe(1);
  for (const callId of ['two', 'three', 'four'])
    await it.desk.enqueue({ tenantId, groupId, callId, customerNumber: '525512345678' });
  await expect.poll(() => it.asking.offers.length).toBe(2);
  const caller = it.asking.offers[0]!.userId === ana.userId ? ana : budi;
  expect(await handle('transferGroups', caller)).toMatchObject([
    { id: groupId, name: 'Sales', waiting: 4, free: 0, signedIn: 1, agents: [{ inCall: true, free: false }] },
  ]);
  await it.talks(it.asking.offers.find(({ userId }) => userId === budi.userId)!);
  await expect.poll(() => it.asking.offers.length).toBe(3);
  expect(await handle('transferGroups', ana)).toMatchObject([
    { agents: [{ userId: budi.userId, name: 'Budi', sipNum, status: 67, inCall: true }] },
  ]);
  const { groups, list } = (await handle('waiting', ana, {})) as {
    groups: object[];
    list: { callId: string; customerNumber: string; position: number }[];
  };
  expect(groups).toMatchObject([{ groupId, waiting: 3, offered: 2, callbacks: 0 }]);
  expect(list.map(({ position }) => position)).toEqual([1, 2, 3]);
  expect(list[0]!.customerNumber).toBe('525512345678');
  expect(((await handle('waiting', ana, {}, true)) as { list: object[] }).list[0]).toMatchObject({
    customerNumber: '52******5678',
  });
  expect(await ask(await aManager(tenantId), 'delete', { id: groupId, members: 2 }), 'callers wait').toMatchObject({
    code: 20902,
  });
  await it.stop();
});

test('[CC-16] an agent sees the lines and promised callbacks of their own groups alone', async () => {
  const tenantId = await aTenant(db);
  const [ana, budi] = [await anAgentOf(db, tenantId, 'Ana'), await anAgentOf(db, tenantId, 'Budi')];
  const [sales, support] = [
    await aGroupOf(db, tenantId, [ana], { name: 'Sales' }),
    await aGroupOf(db, tenantId, [budi], { name: 'Support' }),
  ];
  const it = aDesk(db);
  await it.start();
  const mine = (who: Member, needsMasking = false) =>
    agentGroups(it, it.desk, it.board)
      .routes.find(({ name }) => name === 'myWaiting')!
      .handle({ ...who.caller(), needsMasking }, {});
  await it.desk.enqueue({ tenantId, groupId: sales, callId: 'one', customerNumber: '525512345678' });
  await it.desk.enqueue({ tenantId, groupId: sales, callId: 'two', customerNumber: '525587654321', kind: 'callback' });
  await it.desk.enqueue({
    tenantId,
    groupId: support,
    callId: 'three',
    customerNumber: '525500000003',
    kind: 'callback',
  });
  expect(await mine(ana)).toMatchObject({
    groups: [
      { groupId: sales, name: 'Sales', waiting: 2, callbacks: 1, offered: 0, oldestCallerAt: expect.any(String) },
    ],
    callbacks: [{ callId: 'two', customerNumber: '525587654321', position: expect.any(Number) }],
  });
  expect(await mine(budi, true)).toMatchObject({
    groups: [{ groupId: support, waiting: 1, oldestCallerAt: null }],
    callbacks: [{ callId: 'three', customerNumber: '52******0003' }],
  });
  expect((await ask(await aMember(db, tenantId), 'myWaiting')).code).toBe(403);
  await it.stop();
});

test('[CC-16] the demo has groups with people, managers and skills', async () => {
  const tenantId = await aTenant(db);
  const people: DemoMember[] = [];
  for (const [name, role] of [
    ['sofia', 'manager'],
    ['ana', 'agent'],
    ['budi', 'agent'],
  ] as const) {
    const { userId } = await aMember(db, tenantId, { name });
    people.push({ userId, email: `${name}@aurora.example`, name, voiceSeat: true, textSeat: false, role });
  }
  await db.everyTenant('the demo', (tx) =>
    demoGroups(tx, {
      tenantId,
      name: 'Aurora Travel',
      language: 'en-US',
      timeZone: 'UTC',
      people,
      nowMs: Date.now(),
      chance: () => 0.5,
    }),
  );
  const { data } = await ask(await aManager(tenantId), 'page');
  expect(data.list).toMatchObject([
    { name: 'Sales', members: 3, managers: 1, skills: [{ skill: 'es', required: false }] },
    { name: 'Support', members: 2 },
  ]);
});

test('[CC-02] a group plays sounds of its team and of no other; a sound it plays stays, and says for whom', async () => {
  const [tenantId, otherId] = [await aTenant(db), await aTenant(db)];
  const sofia = await aMember(db, tenantId, {
    functions: ['agent-groups.view', 'agent-groups.edit', 'sounds.view', 'sounds.edit'],
  });
  const [music, welcome, theirs] = [
    await aSoundOf(db, tenantId, 'Music'),
    await aSoundOf(db, tenantId, 'Welcome'),
    await aSoundOf(db, otherId, 'Theirs'),
  ];
  const recordingRules = { countries: [{ country: 'MX', word: 'notice' }], otherwise: 'none', unknown: 'consent' };
  const media = {
    musicSoundId: music,
    welcomeSoundId: welcome,
    repeatSoundId: welcome,
    repeatEverySec: 45,
    agentSoundId: null,
    consentSoundId: welcome,
    recordingRules,
  };
  const { data: sales } = await ask(sofia, 'add', { name: 'Sales', ...media });
  expect((await ask(sofia, 'page')).data.list).toMatchObject([{ name: 'Sales', ...media }]);
  for (const field of ['musicSoundId', 'welcomeSoundId', 'repeatSoundId', 'agentSoundId', 'consentSoundId'])
    for (const id of [theirs, 999_999_999])
      expect(await ask(sofia, 'add', { name: 'Night', ...media, [field]: id })).toMatchObject({
        code: 400,
        msg: expect.stringContaining(field),
      });
  expect((await ask(sofia, 'add', { name: 'Night', repeatSoundId: music })).code).toBe(400);
  expect((await ask(sofia, 'add', { name: 'Night', repeatEverySec: 30 })).code).toBe(400);
  const sound = (path: string, body: object = {}) =>
    server.ask('POST', `/cc/api/sound/v1/${path}`, { token: sofia.token, body });
  expect((await sound('uses', { id: music })).data).toEqual([{ kind: 'group', id: sales.id, name: 'Sales' }]);
  expect((await sound('list')).data.list.map(({ uses }: { uses: number }) => uses)).toEqual([1, 1]);
  expect(await sound('delete', { id: music })).toMatchObject({ code: failures.soundInUse.code, msg: 'Sales' });
  const { data } = await ask(sofia, 'page');
  expect((await ask(sofia, 'update', { ...data.list[0], musicSoundId: null })).code).toBe(0);
  expect((await sound('uses', { id: music })).data).toEqual([]);
});
