import { existsSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { aMember, aTenant, type Member, type MemberWishes } from '#test/builders.ts';
import { testRecordingId } from '#core/flow-test/test-recording.ts';
import type { CallDetail } from '../contract.ts';
import { aCall, aWav, bookOfTests, playCall } from './calls.fixture.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const { server, book } = await bookOfTests();

const aPerson = async (wishes: MemberWishes = {}, tenantId?: number) =>
  aMember(server.world.db, tenantId ?? (await aTenant(server.world.db)), {
    functions: ['call-records.use'],
    ...wishes,
  });
const query = (text: string, values: unknown[]) => server.world.db.pool.query(text, values);
const get = (url: string, headers: Record<string, string> = {}) => server.built.http.inject({ url, headers });
const ticket = (who: Member, recordingId: string, kind = 'ticket') =>
  server.ask<{ url: string }>('POST', `/cc/api/recording/v1/${kind}`, { token: who.token, body: { recordingId } });
const entries = async (who: Member) =>
  (await query('select action, target, outcome from operation_log where user_id = $1 order by id', [who.userId])).rows;

/** A call of `who` with a recording of so many seconds. */
async function recorded(who: Member, seconds = 2) {
  const call = aCall(who.tenantId);
  await playCall(book, call, [[1, { type: 'answered', userId: who.userId }]], seconds);
  const path = aWav(seconds);
  const bytes = readFileSync(path);
  const recordingId = `${call.callId}-1`;
  await book.addRecording(who.tenantId, call.callId, { recordingId, path, durationMs: seconds * 1_000, kind: 'call' });
  return { callId: call.callId, recordingId, bytes };
}

test('[CALL-25] the recording of one’s own call plays in the browser, with seeking, by a link', async () => {
  const ana = await aPerson();
  const { callId, recordingId, bytes } = await recorded(ana);
  const { data } = await ticket(ana, recordingId);
  const whole = await get(data.url);
  expect([
    whole.statusCode,
    whole.rawPayload.equals(bytes),
    whole.headers['content-type'],
    whole.headers['accept-ranges'],
  ]).toEqual([200, true, 'audio/wav', 'bytes']);
  expect(whole.headers['content-disposition']).toMatch(/^inline; filename="call-\d{4}-\d\d-\d\d-\d{4}\.wav"/);
  const part = await get(data.url, { range: 'bytes=1000-1999' });
  expect([
    part.statusCode,
    part.rawPayload.equals(bytes.subarray(1_000, 2_000)),
    part.headers['content-range'],
  ]).toEqual([206, true, `bytes 1000-1999/${bytes.length}`]);
  expect((await get(data.url, { range: `bytes=${bytes.length}-` })).statusCode).toBe(416);
  expect(await entries(ana)).toEqual([{ action: 'listenTicket', target: callId, outcome: 0 }]);
});

test('[CALL-25] a link is for one recording and one session: it ends with its minute and with the session', async () => {
  const ana = await aPerson();
  const [one, other] = [await recorded(ana), await recorded(ana)];
  const { data } = await ticket(ana, one.recordingId);
  const pass = data.url.split('?')[1]!;
  expect((await get(`/cc/api/recording/v1/${other.recordingId}?${pass}`)).statusCode).toBe(401);
  expect((await get(`/cc/api/recording/v1/${one.recordingId}/file?${pass}`)).statusCode).toBe(401);
  expect((await get(`/cc/api/recording/v1/${one.recordingId}`)).statusCode).toBe(401);
  const { rows } = await query(
    'select extract(epoch from expires_at - now())::int sec from ticket where session_id = $1',
    [ana.sessionId],
  );
  expect(rows[0].sec).toBeGreaterThan(55);
  expect(rows[0].sec).toBeLessThanOrEqual(62);
  await server.world.db.everyTenant('signs out', (tx) => server.world.sessions.end(tx, { sessionId: ana.sessionId }));
  expect((await get(data.url)).statusCode).toBe(401);
});

test('[CALL-25] who was only rung does not hear what a colleague and the customer said, but hears a message left for all', async () => {
  const ana = await aPerson();
  const budi = await aPerson({}, ana.tenantId);
  const call = aCall(ana.tenantId);
  await playCall(
    book,
    call,
    [
      [1, { type: 'agentRang', userId: budi.userId, sipNum: '1' }],
      [2, { type: 'agentMissed', userId: budi.userId, reason: 'rejected' }],
      [3, { type: 'answered', userId: ana.userId }],
    ],
    9,
  );
  for (const kind of ['call', 'voicemail'] as const)
    await book.addRecording(ana.tenantId, call.callId, {
      recordingId: `${call.callId}-${kind}`,
      path: aWav(1),
      durationMs: 1_000,
      kind,
    });
  expect((await ticket(ana, `${call.callId}-call`)).code).toBe(0);
  expect((await ticket(budi, `${call.callId}-call`)).code).toBe(403);
  expect(
    (await get(`/cc/api/recording/v1/${call.callId}-call`, { authorization: `Bearer ${budi.token}` })).statusCode,
  ).toBe(403);
  expect((await ticket(budi, `${call.callId}-voicemail`)).code).toBe(0);
});

test('[CALL-25] others’ recordings need call-records.listen, saving needs call-records.download, and every try is in the log', async () => {
  const ana = await aPerson();
  const { callId, recordingId, bytes } = await recorded(ana);
  const budi = await aPerson({}, ana.tenantId);
  const listener = await aPerson({ functions: ['call-records.listen'] }, ana.tenantId);
  const keeper = await aPerson({ functions: ['call-records.listen', 'call-records.download'] }, ana.tenantId);
  expect((await ticket(budi, recordingId)).code).toBe(403);
  expect(await entries(budi)).toEqual([{ action: 'listenTicket', target: null, outcome: 403 }]);
  expect((await ticket(listener, recordingId)).code).toBe(0);
  expect((await ticket(listener, recordingId, 'downloadTicket')).code).toBe(403);
  const { data } = await ticket(keeper, recordingId, 'downloadTicket');
  const saved = await get(data.url);
  expect([saved.statusCode, saved.rawPayload.length]).toEqual([200, bytes.length]);
  expect(saved.headers['content-disposition']).toMatch(/^attachment;/);
  expect(await entries(keeper)).toEqual([{ action: 'downloadTicket', target: callId, outcome: 0 }]);
});

test('[CALL-25] a program fetches by header, and leaves its own entry', async () => {
  const ana = await aPerson();
  const { callId, recordingId, bytes } = await recorded(ana);
  const answer = await get(`/cc/api/recording/v1/${recordingId}`, {
    authorization: `Bearer ${ana.token}`,
    range: 'bytes=0-9',
  });
  expect([answer.statusCode, answer.rawPayload.equals(bytes.subarray(0, 10))]).toEqual([206, true]);
  expect(await entries(ana)).toEqual([{ action: 'recording', target: callId, outcome: 0 }]);
});

test('[API-03] another tenant hears nothing, whatever its rights', async () => {
  const ana = await aPerson();
  const { recordingId } = await recorded(ana);
  const noor = await aPerson({ isOwner: true });
  expect((await ticket(noor, recordingId)).code).toBe(404);
  expect((await get(`/cc/api/recording/v1/${recordingId}`, { authorization: `Bearer ${noor.token}` })).statusCode).toBe(
    404,
  );
});

test('[CALL-25] a right that is taken away ends the listening at the next part', async () => {
  const ana = await aPerson();
  const { recordingId } = await recorded(ana);
  const listener = await aPerson({ functions: ['call-records.listen'] }, ana.tenantId);
  const { data } = await ticket(listener, recordingId);
  expect((await get(data.url)).statusCode).toBe(200);
  await query("update role set functions = '{}' from member_role mr where mr.role_id = role.id and mr.user_id = $1", [
    listener.userId,
  ]);
  expect((await get(data.url)).statusCode).toBe(403);
});

const nightly = () =>
  server.built.features
    .flatMap((feature) => feature.jobs ?? [])
    .find(({ task }) => task === 'call-records.expireRecordings')!;

test('[CALL-25] recordings are kept for a year until the tenant sets a term, which may be for ever; setting it is in the log', async () => {
  const editor = await aPerson({ functions: ['call-records.edit'] });
  const term = async () => (await server.ask('GET', '/cc/api/recording/v1/retention', { token: editor.token })).data;
  const set = (days: number | null, who = editor) =>
    server.ask('PUT', '/cc/api/recording/v1/retention', { token: who.token, body: { days } });
  expect(await term()).toEqual({ days: 365 });
  expect((await set(30)).code).toBe(0);
  expect(await term()).toEqual({ days: 30 });
  expect((await set(0)).code).toBe(400);
  expect((await set(null)).code).toBe(0);
  expect(await term()).toEqual({ days: null });
  expect((await set(5, await aPerson({}, editor.tenantId))).code).toBe(403);
  const { rows } = await query(
    "select change from operation_log where user_id = $1 and action = 'setRetention' order by id",
    [editor.userId],
  );
  expect(rows.map(({ change }) => change)).toEqual([
    { before: { days: 365 }, after: { days: 30 } },
    { before: { days: 30 }, after: { days: null } },
  ]);
});

test('[CALL-25] who says nothing loses recordings older than a year, who says for ever none; what would go is told before', async () => {
  const [silent, forever] = [
    await aPerson({ functions: ['call-records.edit'] }),
    await aPerson({ functions: ['call-records.edit'] }),
  ];
  const [old, kept] = [await recorded(silent), await recorded(forever)];
  const [fresh] = [await recorded(silent)];
  await server.ask('PUT', '/cc/api/recording/v1/retention', { token: forever.token, body: { days: null } });
  for (const { recordingId } of [old, kept])
    await query("update call_recording set created_at = now() - interval '366 days' where recording_id = $1", [
      recordingId,
    ]);
  const loss = async (days: number) =>
    (
      await server.ask('GET', '/cc/api/recording/v1/retention/loss', {
        token: silent.token,
        query: { days: String(days) },
      })
    ).data;
  expect(await loss(367)).toEqual({ recordings: 0 });
  expect(await loss(365)).toEqual({ recordings: 1 });
  await nightly().run({} as never);
  const isThere = async ({ recordingId }: { recordingId: string }) =>
    (await query('select 1 from call_recording where recording_id = $1 and deleted_at is null', [recordingId])).rows
      .length === 1;
  expect([await isThere(old), await isThere(fresh), await isThere(kept)]).toEqual([false, true, true]);
});

test('a recording whose time is over goes with its bytes, at night; the call, the list and the log say so', async () => {
  const ana = await aPerson({ functions: ['call-records.use', 'call-records.edit'] });
  const [old, fresh] = [await recorded(ana), await recorded(ana)];
  const forever = await aPerson();
  const kept = await recorded(forever);
  for (const { recordingId } of [old, kept])
    await query("update call_recording set created_at = now() - interval '31 days' where recording_id = $1", [
      recordingId,
    ]);
  await server.ask('PUT', '/cc/api/recording/v1/retention', { token: ana.token, body: { days: 30 } });
  const key = (
    await query('select f.key from call_recording c join stored_file f on f.id = c.file_id where c.recording_id = $1', [
      old.recordingId,
    ])
  ).rows[0].key;
  const night = nightly();
  await night.run({} as never);

  expect((await ticket(ana, old.recordingId)).code).toBe(21101);
  expect((await ticket(ana, fresh.recordingId)).code).toBe(0);
  expect((await ticket(forever, kept.recordingId)).code).toBe(0);
  const { data } = await server.ask<CallDetail>('POST', '/cc/api/ccCdr/v1/detail', {
    token: ana.token,
    body: { callId: old.callId },
  });
  expect(data).toMatchObject({
    hasRecording: false,
    recordings: [{ recordingId: old.recordingId, deletedAt: expect.any(String) }],
  });
  await vi.waitFor(async () => expect(await server.world.files.get(key)).toBeNull(), 10_000);
  const log = await query(
    "select user_name, change from operation_log where tenant_id = $1 and action = 'expireRecordings'",
    [ana.tenantId],
  );
  expect(log.rows).toEqual([{ user_name: 'OpenSeat', change: { after: { recordings: 1, days: 30 } } }]);
  await night.run({} as never);
  expect(
    (await query("select 1 from operation_log where tenant_id = $1 and action = 'expireRecordings'", [ana.tenantId]))
      .rows,
  ).toHaveLength(1);
});

test('[CALL-25] the next start takes in what a crash left on disk', async () => {
  const ana = await aPerson();
  const callId = await playCall(book, aCall(ana.tenantId), [[1, { type: 'answered', userId: ana.userId }]], 5);
  const [path, second, ofTest] = [aWav(2), aWav(2), aWav(2)];
  // The second piece of a call whose flow stopped recording for a while, and a test: that one was of nobody but the tester.
  server.world.exchange.leftRecordings = async () => [
    { recordingId: testRecordingId('1'), path: ofTest, durationMs: 2_000 },
    { recordingId: `${callId}-call`, path, durationMs: 2_000 },
    { recordingId: `${callId}-call2`, path: second, durationMs: 2_000 },
  ];
  await server.built.features.find(({ name }) => name === 'call-records')!.start!({ areOpen: () => false });
  await vi.waitFor(async () => expect((await ticket(ana, `${callId}-call`)).code).toBe(0), 10_000);
  await vi.waitFor(async () => expect((await ticket(ana, `${callId}-call2`)).code).toBe(0), 10_000);
  // What was filed can be heard a moment before the piece it came from is gone.
  await vi.waitFor(
    () => expect([path, second, ofTest].map((left) => existsSync(left))).toEqual([false, false, false]),
    10_000,
  );
});
