import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { callbackNumber, forgetInCalls } from '#features/voice/call-records/server/index.ts';
import type { DownloadItem } from '#features/office/downloads/contract.ts';
import { eventually, Page } from '#platform/server/realtime/realtime-process.fixture.ts';
import { userChannel } from '#shared/user-channel.ts';
import { aMember, aSession, aTenant, type Member } from '#test/builders.ts';
import type { Voicemail } from '../contract.ts';
import { aSound, voicemailHouse } from './voicemails.fixture.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const { server, db, book, leave, anAgent, aGroup, ask } = await voicemailHouse();
const list = async (who: Member, filter: object = {}): Promise<Voicemail[]> =>
  (await ask(who, 'page', filter)).data.list;
const there = (who: Member, callId: string): Promise<Voicemail> =>
  vi.waitFor(
    async () =>
      (await list(who, { size: 100 })).find((one) => one.callId === callId) ??
      Promise.reject(new Error('not there yet')),
    { timeout: 20_000, interval: 50 },
  );
const aManager = (tenantId: number, more: object = {}) =>
  aMember(db, tenantId, { functions: ['voicemails.use', 'voicemails.all', 'voicemails.export'], ...more });
/** Every job that was asked for by now has run. */
const jobsDone = async () =>
  void (await expect
    .poll(
      async () =>
        (
          await db.pool.query(
            "select count(*)::int count from graphile_worker.jobs where task_identifier like '%recordingReady%'",
          )
        ).rows[0].count,
      { timeout: 20_000 },
    )
    .toBe(0));

/** Ana and Budi in a group, Citra who leads it, Dewi beside it, and a manager. */
async function aHouse() {
  const tenantId = await aTenant(db);
  const [ana, budi, citra, dewi] = [
    await anAgent(tenantId, { name: 'Ana' }),
    await anAgent(tenantId, { name: 'Budi' }),
    await anAgent(tenantId, { name: 'Citra' }),
    await anAgent(tenantId, { name: 'Dewi' }),
  ];
  return {
    tenantId,
    ana,
    budi,
    citra,
    dewi,
    manager: await aManager(tenantId),
    groupId: await aGroup(tenantId, [ana, budi], [citra]),
  };
}

test('[CC-16] each box is kept by those it belongs to: an agent, the people of a group, and whoever may see all', async () => {
  const { tenantId, ana, budi, citra, dewi, manager, groupId } = await aHouse();
  const main = await leave(tenantId);
  const group = await leave(tenantId, { box: { kind: 'group', groupId } });
  const own = await leave(tenantId, { box: { kind: 'agent', userId: dewi.userId } });
  for (const { callId } of [main, group, own]) await there(manager, callId);
  const seen = async (who: Member) => (await list(who)).map(({ callId }) => callId).sort();
  expect(await seen(manager)).toEqual([main.callId, group.callId, own.callId].sort());
  for (const who of [ana, budi, citra]) expect(await seen(who)).toEqual([group.callId]);
  expect(await seen(dewi)).toEqual([own.callId]);
  expect(await list(ana, { box: { kind: 'main' } })).toEqual([]);
  expect(await list(ana, { box: { kind: 'agent', userId: dewi.userId } })).toEqual([]);

  const { id } = await there(dewi, own.callId);
  for (const [path, more] of [
    ['detail', {}],
    ['heard', {}],
    ['mark', { state: 'done' }],
    ['remark', { remark: 'x' }],
    ['move', { to: { kind: 'main' } }],
  ] as const)
    expect((await ask(ana, path, { id, ...more })).code, path).toBe(404);
  expect((await ask(ana, 'boxes')).data).toEqual([
    { box: `agent:${ana.userId}`, kind: 'agent', name: 'Ana', fresh: 0, mine: true },
    { box: `group:${groupId}`, kind: 'group', name: expect.any(String), fresh: 1, mine: true },
  ]);
  expect((await ask(manager, 'boxes')).data).toEqual([
    { box: 'main', kind: 'main', name: '', fresh: 1, mine: true },
    { box: `group:${groupId}`, kind: 'group', name: expect.any(String), fresh: 1, mine: false },
    { box: `agent:${dewi.userId}`, kind: 'agent', name: 'Dewi', fresh: 1, mine: false },
  ]);
});

test('[API-03] another tenant sees nothing, whatever its rights', async () => {
  const { tenantId, manager } = await aHouse();
  const { id } = await there(manager, (await leave(tenantId)).callId);
  const stranger = await aMember(db, await aTenant(db), { isOwner: true });
  expect(await list(stranger)).toEqual([]);
  expect((await ask(stranger, 'detail', { id })).code).toBe(404);
});

test('[CC-16] a message for a group or an agent that is gone goes to the main box, also when they go later', async () => {
  const { tenantId, manager, ana, dewi, groupId } = await aHouse();
  await db.tenant({ tenantId }, (tx) =>
    sql`update agent set enabled = false where user_id = ${dewi.userId}`.execute(tx.as()),
  );
  const gone = await leave(tenantId, { box: { kind: 'group', groupId: 987_654_321 } });
  const away = await leave(tenantId, { box: { kind: 'agent', userId: dewi.userId } });
  const kept = await leave(tenantId, { box: { kind: 'group', groupId } });
  expect((await there(manager, gone.callId)).box).toBe('main');
  expect((await there(manager, away.callId)).box).toBe('main');
  expect((await there(ana, kept.callId)).box).toBe(`group:${groupId}`);
  await db.tenant({ tenantId }, (tx) => sql`delete from agent_group where id = ${groupId}`.execute(tx.as()));
  expect(await there(manager, kept.callId)).toMatchObject({ box: 'main', boxKind: 'main' });
});

test('[CC-16] silence and what is shorter than a second is no message; the recording stays with its call', async () => {
  const { tenantId, manager } = await aHouse();
  const silent = await leave(tenantId, { seconds: 5, loud: 20 });
  const short = await leave(tenantId, { seconds: 0.5 });
  const real = await leave(tenantId);
  await there(manager, real.callId);
  await jobsDone();
  expect((await list(manager)).map(({ callId }) => callId)).toEqual([real.callId]);
  const { rows } = await db.pool.query(
    'select count(*)::int count from call_recording where call_id = any($1) and deleted_at is null',
    [[silent.callId, short.callId]],
  );
  expect(rows[0].count).toBe(2);
});

test('[CC-16] a message on the disk of a killed server finds its box when the next one starts; taken twice it is one', async () => {
  const { tenantId, ana, groupId } = await aHouse();
  const callId = `killed-${tenantId}`;
  await book.open({
    tenantId,
    callId,
    node: 'node-1',
    direction: 'inbound',
    startedMs: Date.now() - 60_000,
    customerNumber: '525512345678',
    customerCountry: 'MX',
    ourNumber: '525555550100',
    didNumberId: null,
    routerId: null,
    lineId: null,
    userId: null,
    sipNum: null,
    groupId: null,
    callbackOf: null,
    task: null,
  });
  const left = () => ({ recordingId: `${callId}-voicemail2-g${groupId}`, path: aSound(), durationMs: 2_000 });
  expect(await book.adoptRecording(left())).toBe(true);
  expect(await book.adoptRecording(left())).toBe(true);
  expect((await there(ana, callId)).box).toBe(`group:${groupId}`);
  await jobsDone();
  expect(await list(ana)).toHaveLength(1);
});

test('[CC-16] heard, done, undone, remarked: each is told to everybody who keeps the box, at once', async () => {
  const { tenantId, ana, budi, dewi, groupId } = await aHouse();
  const address = (await server.built.http.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
  const pageOf = async (who: Member) => {
    const { sessionId } = await aSession(db, who);
    const page = new Page(
      `${address}${userChannel.path}?token=${await server.world.sessions.issueTicket(sessionId, userChannel.path)}`,
    );
    await page.ready();
    return page;
  };
  const [ofBudi, ofDewi] = [await pageOf(budi), await pageOf(dewi)];
  const { callId } = await leave(tenantId, { box: { kind: 'group', groupId } });
  const { id } = await there(ana, callId);
  await eventually(
    () => JSON.stringify(ofBudi.events()).includes(`"arrived":true`) || Promise.reject(new Error('not told')),
  );
  const before = ofBudi.events().length;
  expect((await ask(ana, 'heard', { id })).code).toBe(0);
  expect(await there(budi, callId)).toMatchObject({ state: 'heard', heardBy: 'Ana', doneAt: null });
  expect((await ask(ana, 'mark', { id, state: 'done' })).code).toBe(0);
  await eventually(() => ofBudi.events().length >= before + 2 || Promise.reject(new Error('not told')));
  expect(await there(budi, callId)).toMatchObject({
    state: 'done',
    heardBy: 'Ana',
    doneBy: 'Ana',
    doneAt: expect.any(String),
  });
  // Whoever plays it from a page that has not yet heard of this takes nothing back.
  expect((await ask(budi, 'heard', { id })).code).toBe(0);
  expect((await there(budi, callId)).state).toBe('done');
  expect((await ask(budi, 'mark', { id, state: 'heard' })).code).toBe(0);
  expect(await there(ana, callId)).toMatchObject({ state: 'heard', heardBy: 'Ana', doneBy: '', doneAt: null });
  expect((await ask(budi, 'remark', { id, remark: '  Wants an invoice ' })).code).toBe(0);
  expect((await there(ana, callId)).remark).toBe('Wants an invoice');
  expect(ofDewi.events()).toEqual([]);
  ofBudi.socket.close();
  ofDewi.socket.close();
});

test('[CC-16] a message moved is new in its other box, and gone from the first; a box that is not there takes none', async () => {
  const { tenantId, ana, dewi, groupId } = await aHouse();
  const { callId } = await leave(tenantId, { box: { kind: 'group', groupId } });
  const { id } = await there(ana, callId);
  await ask(ana, 'mark', { id, state: 'done' });
  expect((await ask(ana, 'move', { id, to: { kind: 'agent', userId: 987_654_321 } })).code).toBe(23_170);
  expect((await ask(ana, 'targets')).data.map(({ box }: { box: string }) => box)).toEqual(
    expect.arrayContaining(['main', `group:${groupId}`, `agent:${dewi.userId}`]),
  );
  expect((await ask(ana, 'move', { id, to: { kind: 'agent', userId: dewi.userId } })).code).toBe(0);
  expect(await list(ana)).toEqual([]);
  expect(await there(dewi, callId)).toMatchObject({
    state: 'new',
    heardBy: '',
    doneBy: '',
    box: `agent:${dewi.userId}`,
    boxName: 'Dewi',
  });
});

test('[CALL-25] who keeps the box hears its message, sees its call and may call back; nobody else does', async () => {
  const { tenantId, ana, dewi, groupId } = await aHouse();
  const { callId, recordingId } = await leave(tenantId, { box: { kind: 'group', groupId } });
  await there(ana, callId);
  const ticket = (who: Member) =>
    server.ask('POST', '/cc/api/recording/v1/ticket', { token: who.token, body: { recordingId } });
  const answer = await ticket(ana);
  expect(answer.code).toBe(0);
  const sound = await server.built.http.inject({ url: answer.data.url });
  expect([sound.statusCode, sound.headers['content-type']]).toEqual([200, 'audio/wav']);
  expect((await ticket(dewi)).code).toBe(403);
  const detail = (who: Member) => server.ask('POST', '/cc/api/ccCdr/v1/detail', { token: who.token, body: { callId } });
  expect((await detail(ana)).data).toMatchObject({ callId, keepsMessage: true });
  expect((await detail(dewi)).code).toBe(403);
  const { keepers } = server.world.catalogue;
  expect(await db.tenant({ tenantId }, (tx) => callbackNumber(tx, keepers, { callId, userId: ana.userId }))).toBe(
    '525512345678',
  );
  expect(
    await db.tenant({ tenantId }, (tx) => callbackNumber(tx, keepers, { callId, userId: dewi.userId })),
  ).toBeNull();
});

test('[SEC-01] whoever may not see numbers sees stars, also in the remark, and does not write them back', async () => {
  const { tenantId, ana, groupId } = await aHouse();
  const masked = await anAgent(tenantId, { needsMasking: true });
  await db.tenant({ tenantId }, (tx) =>
    sql`insert into agent_group_member (group_id, user_id) values (${groupId}, ${masked.userId})`.execute(tx.as()),
  );
  const { callId } = await leave(tenantId, { box: { kind: 'group', groupId } });
  const { id } = await there(ana, callId);
  await db.pool.query("update call_record set customer_name = 'Lucía Hernández' where call_id = $1", [callId]);
  await ask(ana, 'remark', { id, remark: 'call 525512345678' });
  const seen = await there(masked, callId);
  expect(seen).toMatchObject({ number: '', displayNumber: '52******5678', canCallback: true });
  expect(JSON.stringify(seen)).not.toMatch(/551234|Hernández/);
  await ask(masked, 'remark', { id, remark: seen.remark });
  expect((await there(ana, callId)).remark).toBe('call 525512345678');
});

test('[CC-16] messages are found by state, by box and by days of the reader, and older ones follow without gaps', async () => {
  const { tenantId, manager, groupId } = await aHouse();
  const reader = await aManager(tenantId, { timeZone: 'America/Mexico_City' });
  const at = (text: string) => Date.parse(text);
  const late = await leave(tenantId, { startedMs: at('2026-10-06T05:30:00Z') });
  const next = await leave(tenantId, { startedMs: at('2026-10-06T06:30:00Z'), box: { kind: 'group', groupId } });
  for (const { callId } of [late, next]) await there(manager, callId);
  expect((await list(reader, { startDate: '2026-10-05', endDate: '2026-10-05' })).map(({ callId }) => callId)).toEqual([
    late.callId,
  ]);
  expect((await list(reader, { startDate: '2026-10-06' })).map(({ callId }) => callId)).toEqual([next.callId]);
  expect((await list(reader, { box: { kind: 'group', groupId } })).map(({ callId }) => callId)).toEqual([next.callId]);
  await ask(manager, 'mark', { id: (await there(manager, late.callId)).id, state: 'done' });
  expect((await list(reader, { state: 'done' })).map(({ callId }) => callId)).toEqual([late.callId]);

  await db.pool.query(
    `
    insert into call_record (tenant_id, call_id, node, direction, started_at, customer_number, our_number, outcome) select $1::bigint, 'k' || n || '-' || $1::bigint, 'n', 'inbound', '2026-09-01'::timestamptz + (n / 2) * interval '1 s', '525500000001', '52', 6 from generate_series(1, 45) n`,
    [tenantId],
  );
  await db.pool.query(
    `insert into call_recording (tenant_id, recording_id, call_id, kind, duration_ms, bytes) select $1::bigint, call_id || '-voicemail', call_id, 'voicemail', 1000, 1 from call_record where tenant_id = $1::bigint and call_id like 'k%'`,
    [tenantId],
  );
  await db.pool.query(
    `insert into voicemail (tenant_id, call_id, recording_id, group_id, left_at) select $1::bigint, call_id, call_id || '-voicemail', case when id % 2 = 0 then $2::bigint end, started_at from call_record where tenant_id = $1::bigint and call_id like 'k%'`,
    [tenantId, groupId],
  );
  const found: number[] = [];
  for (let before: number | undefined, hasMore = true; hasMore; before = found.at(-1)) {
    const { data } = await ask(manager, 'page', { size: 10, ...(before === undefined ? {} : { before }) });
    found.push(...data.list.map(({ id }: Voicemail) => id));
    ({ hasMore } = data);
  }
  expect([found.length, new Set(found).size]).toEqual([47, 47]);
});

test('[CC-16] a message goes with its recording: when its time is over, and when its caller is forgotten', async () => {
  const { tenantId, manager } = await aHouse();
  const old = await leave(tenantId);
  const young = await leave(tenantId, { number: '525587654321' });
  await there(manager, old.callId);
  await there(manager, young.callId);
  await db.pool.query('update call_recording set deleted_at = now(), file_id = null where recording_id = $1', [
    old.recordingId,
  ]);
  expect((await list(manager)).map(({ callId }) => callId)).toEqual([young.callId]);
  await db.tenant({ tenantId }, (tx) => forgetInCalls(tx, { customerIds: [], numbers: ['525587654321'] }));
  expect(await list(manager)).toEqual([]);
});

test('[CC-16] the list is saved as a file, as its reader may see it', async () => {
  const { tenantId, manager, groupId } = await aHouse();
  const { callId } = await leave(tenantId, { box: { kind: 'group', groupId } });
  await there(manager, callId);
  const { data } = await ask(manager, 'export', { kind: 'csv' });
  const item = await vi.waitFor(
    async () => {
      const found = (
        await server.ask<DownloadItem[]>('GET', '/cc/api/download/v1/list', { token: manager.token })
      ).data.find(({ id }) => id === data.id)!;
      expect(found.fileUrl).not.toBe('');
      return found;
    },
    { timeout: 40_000, interval: 50 },
  );
  const file = (
    await server.built.http.inject({ url: item.fileUrl, headers: { authorization: `Bearer ${manager.token}` } })
  ).rawPayload.toString('utf8');
  expect(file).toContain('Left at,Mailbox,Customer');
  expect(file).toContain(callId);
  expect(file).toContain('525512345678');
});
