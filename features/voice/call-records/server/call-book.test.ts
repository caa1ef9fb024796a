import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { diskFiles } from '#adapters/files/disk/disk-files.ts';
import { sealedFiles } from '#adapters/files/sealed/sealed-files.ts';
import { openLog } from '#platform/server/log.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { Failure } from '#shared/errors.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import { aCall, anEnd, aWav, playCall } from './calls.fixture.ts';
import { openCallBook } from './index.ts';

vi.setConfig({ testTimeout: 30_000 });

const { db, close } = await testDb();
const files = diskFiles(mkdtempSync(join(tmpdir(), 'openseat-book-')));
const book = openCallBook({ db, files, log: openLog('silent') });
afterAll(async () => {
  await book.stop();
  await close();
});

const row = async (callId: string) =>
  (
    await db.pool.query(
      'select *, (extract(epoch from ended_at - started_at))::int lasted from call_record where call_id = $1',
      [callId],
    )
  ).rows[0];
const events = async (callId: string) =>
  (await db.pool.query('select type, detail from call_event where call_id = $1 order by seq', [callId])).rows;
const recordings = async (callId: string) =>
  (await db.pool.query('select * from call_recording where call_id = $1', [callId])).rows;

test('[CC-15] a call is in the book from its first moment and complete when it ends', async () => {
  const { tenantId, userId } = await aMember(db, await aTenant(db));
  const call = aCall(tenantId, { task: { taskId: '9', taskName: 'Renewals', customerId: '77' } });
  await book.open(call);
  expect(await row(call.callId)).toMatchObject({
    outcome: CallOutcome.lasting,
    ended_at: null,
    direction: 'inbound',
    customer_number: '525512345678',
    task_name: 'Renewals',
    customer_id: '77',
    tenant_id: tenantId,
  });
  await book.note(tenantId, call.callId, { type: 'queued', groupId: 7, position: 2, atMs: call.startedMs + 1_000 });
  await book.note(tenantId, call.callId, { type: 'agentRang', userId, sipNum: '8001', atMs: call.startedMs + 9_000 });
  await book.note(tenantId, call.callId, { type: 'answered', userId, atMs: call.startedMs + 12_000 });
  expect(await row(call.callId)).toMatchObject({
    user_id: userId,
    answered_at: expect.any(String),
    outcome: CallOutcome.lasting,
  });
  await book.close(tenantId, call.callId, anEnd(call.startedMs + 52_000));
  expect(await row(call.callId)).toMatchObject({
    outcome: CallOutcome.talked,
    group_id: 7,
    sip_num: '8001',
    queue_sec: 11,
    ring_sec: 3,
    talk_sec: 40,
    duration_sec: 52,
    lasted: 52,
    ended_by: 'customer',
    cause: 'normal',
  });
});

test('complaint 8: missed, rejected and device error are three things, each agent has their own, and the caller gave up at a known second', async () => {
  const tenantId = await aTenant(db);
  const [ana, budi, chen] = [await aMember(db, tenantId), await aMember(db, tenantId), await aMember(db, tenantId)];
  const callId = await playCall(
    book,
    aCall(tenantId),
    [
      [0, { type: 'queued', groupId: 7, position: 1 }],
      [1, { type: 'agentRang', userId: ana.userId, sipNum: '1' }],
      [16, { type: 'agentMissed', userId: ana.userId, reason: 'missed' }],
      [16, { type: 'agentRang', userId: budi.userId, sipNum: '2' }],
      [18, { type: 'agentMissed', userId: budi.userId, reason: 'rejected' }],
      [18, { type: 'agentRang', userId: chen.userId, sipNum: '3' }],
      [19, { type: 'agentMissed', userId: chen.userId, reason: 'deviceError' }],
    ],
    33,
    { outcome: 'abandoned', cause: 'cancelled' },
  );
  expect(await row(callId)).toMatchObject({
    outcome: CallOutcome.abandoned,
    queue_sec: 33,
    talk_sec: 0,
    answered_at: null,
  });
  const { rows } = await db.pool.query(
    'select a.user_id, a.result from call_agent a join call_record r on r.id = a.record_id where r.call_id = $1 order by a.user_id',
    [callId],
  );
  expect(rows).toEqual([
    { user_id: ana.userId, result: 'missed' },
    { user_id: budi.userId, result: 'rejected' },
    { user_id: chen.userId, result: 'deviceError' },
  ]);
});

test('whoever took part is told once the call has ended, and nobody else', async () => {
  const tenantId = await aTenant(db);
  const [ana, budi] = [await aMember(db, tenantId), await aMember(db, tenantId), await aMember(db, tenantId)];
  const callId = await playCall(
    book,
    aCall(tenantId),
    [
      [1, { type: 'agentRang', userId: ana.userId, sipNum: '1' }],
      [9, { type: 'agentMissed', userId: ana.userId, reason: 'missed' }],
      [10, { type: 'answered', userId: budi.userId }],
    ],
    20,
  );
  const { rows } = await db.pool.query(
    "select user_id, body from outbox where tenant_id = $1 and kind = 'call-records.added' order by user_id",
    [tenantId],
  );
  expect(rows).toEqual([
    { user_id: ana.userId, body: { callId } },
    { user_id: budi.userId, body: { callId } },
  ]);
});

test('[CC-15] whoever sees everybody’s calls is told once of all that ended together', async () => {
  const tenantId = await aTenant(db);
  const callId = await playCall(book, aCall(tenantId), [], 20);
  const { rows } = await db.pool.query(
    "select user_id, access, body from outbox where tenant_id = $1 and kind = 'call-records.grew'",
    [tenantId],
  );
  expect(rows).toEqual([{ user_id: null, access: 'call-records.view', body: { callIds: [callId] } }]);
});

test('an outgoing call stays its maker’s, an internal one its caller’s, until somebody else talks', async () => {
  const tenantId = await aTenant(db);
  const [ana, budi] = await Promise.all([aMember(db, tenantId), aMember(db, tenantId)]);
  const placed = { userId: ana.userId, sipNum: '8001' };
  const plain = await playCall(
    book,
    aCall(tenantId, { direction: 'outbound', ...placed }),
    [
      [2, { type: 'customerRang' }],
      [5, { type: 'answered', userId: null }],
    ],
    30,
  );
  expect(await row(plain)).toMatchObject({ user_id: ana.userId, sip_num: '8001', ring_sec: 3, talk_sec: 25 });
  const handedOn = await playCall(
    book,
    aCall(tenantId, { direction: 'outbound', ...placed }),
    [
      [5, { type: 'answered', userId: null }],
      [9, { type: 'agentRang', userId: budi.userId, sipNum: '8002' }],
      [10, { type: 'answered', userId: budi.userId }],
    ],
    30,
  );
  expect(await row(handedOn)).toMatchObject({ user_id: budi.userId, sip_num: '8002' });
  const internal = await playCall(
    book,
    aCall(tenantId, { direction: 'internal', customerNumber: '8002', ...placed }),
    [
      [1, { type: 'agentRang', userId: budi.userId, sipNum: '8002' }],
      [3, { type: 'answered', userId: budi.userId }],
    ],
    30,
  );
  expect(await row(internal)).toMatchObject({ user_id: ana.userId, sip_num: '8001' });
});

test('which keys were pressed is not kept', async () => {
  const callId = await playCall(
    book,
    aCall(await aTenant(db)),
    [
      [3, { type: 'keyPressed', party: 'customer', key: '7' }],
      [4, { type: 'menuChosen', key: '2' }],
    ],
    10,
  );
  expect(await events(callId)).toEqual([
    { type: 'keyPressed', detail: { party: 'customer' } },
    { type: 'menuChosen', detail: { key: '2' } },
  ]);
});

test('a second end changes nothing, and a note about an unknown call harms no other', async () => {
  const tenantId = await aTenant(db);
  const call = aCall(tenantId);
  const lost = book.note(tenantId, 'nobody', { type: 'customerRang', atMs: 1 });
  const good = playCall(book, call, [[1, { type: 'customerRang' }]], 5, { outcome: 'busy' });
  await expect(lost).rejects.toThrow();
  await good;
  await book.close(tenantId, call.callId, anEnd(call.startedMs + 99_000));
  expect(await row(call.callId)).toMatchObject({ outcome: CallOutcome.busy, duration_sec: 5 });
});

test('a call back marks the call it answers', async () => {
  const tenantId = await aTenant(db);
  const missed = await playCall(book, aCall(tenantId), [], 5, { outcome: 'abandoned' });
  await playCall(book, aCall(tenantId, { direction: 'outbound', callbackOf: missed }), [], 5);
  expect(await row(missed)).toMatchObject({ called_back: true });
});

test('[CALL-14] how a call sounded is kept, and the worse of the two parties counts', async () => {
  const tenantId = await aTenant(db);
  const callId = await playCall(book, aCall(tenantId), [], 30);
  const clean = {
    packetsReceived: 1_500,
    packetsSent: 1_500,
    packetsLost: 0,
    jitterMs: 2,
    roundTripMs: 40,
    remoteLossFraction: 0,
    silentMs: 0,
  };
  await book.addQuality(tenantId, callId, { ...clean, packetsLost: 400, party: 'customer', atMs: 1_000 });
  await book.addQuality(tenantId, callId, { ...clean, party: 'agent', atMs: 2_000 });
  const bad = (await row(callId)).mos;
  expect(bad).toBeLessThan(3);
  await book.addQuality(tenantId, callId, { ...clean, packetsLost: 10, party: 'customer', atMs: 3_000 });
  expect((await row(callId)).mos).toBeGreaterThan(4);
  expect((await db.pool.query('select 1 from call_quality where call_id = $1', [callId])).rows).toHaveLength(3);
  await book.addQuality(tenantId, callId, { ...clean, packetsReceived: 0, party: 'agent', atMs: 4_000 });
  expect((await row(callId)).mos).toBeGreaterThan(4);
});

test('[CALL-25] a recording moves into the tenant’s files once, however often it is given', async () => {
  const tenantId = await aTenant(db);
  const call = aCall(tenantId);
  void book.open(call);
  const path = aWav(2);
  const bytes = readFileSync(path);
  await book.addRecording(tenantId, call.callId, {
    recordingId: `${call.callId}-1`,
    path,
    durationMs: 2_000,
    kind: 'call',
  });
  expect(existsSync(path)).toBe(false);
  expect(await row(call.callId)).toMatchObject({ has_recording: true });
  // A crash came between storing and removing: the file is still there.
  writeFileSync(path, bytes);
  await book.addRecording(tenantId, call.callId, {
    recordingId: `${call.callId}-1`,
    path,
    durationMs: 2_000,
    kind: 'call',
  });
  expect(existsSync(path)).toBe(false);
  expect(await recordings(call.callId)).toEqual([
    expect.objectContaining({
      recording_id: `${call.callId}-1`,
      duration_ms: 2_000,
      bytes: bytes.length,
      tenant_id: tenantId,
      deleted_at: null,
    }),
  ]);
});

test('a stop waits until what was said is written and recordings are stored', async () => {
  const tenantId = await aTenant(db);
  const leaving = openCallBook({ db, files, log: openLog('silent') });
  const call = aCall(tenantId);
  const path = aWav(1);
  const played = playCall(leaving, call, [[1, { type: 'customerRang' }]], 5, { outcome: 'busy' });
  const kept = leaving.addRecording(tenantId, call.callId, {
    recordingId: `${call.callId}-call`,
    path,
    durationMs: 1_000,
    kind: 'call',
  });
  await leaving.stop();
  expect(await row(call.callId)).toMatchObject({ outcome: CallOutcome.busy, has_recording: true });
  expect(existsSync(path)).toBe(false);
  await Promise.all([played, kept]);
});

test('a process that ends leaves calls open: whoever takes the desk of their tenant over completes them at their last sign of life', async () => {
  const tenantId = await aTenant(db);
  const [talking, ringing, elsewhere] = [aCall(tenantId), aCall(tenantId), aCall(await aTenant(db))];
  for (const call of [talking, ringing, elsewhere]) await book.open(call);
  await book.note(tenantId, talking.callId, { type: 'answered', userId: null, atMs: talking.startedMs + 10_000 });
  await book.note(tenantId, talking.callId, { type: 'held', userId: null, atMs: talking.startedMs + 25_000 });
  const quality = {
    packetsReceived: 900,
    packetsSent: 900,
    packetsLost: 0,
    jitterMs: 1,
    roundTripMs: 20,
    remoteLossFraction: 0,
    silentMs: 0,
  };
  await book.addQuality(tenantId, talking.callId, { ...quality, party: 'customer', atMs: talking.startedMs + 40_000 });
  expect(await book.leftBehind()).toContain(tenantId);
  expect(await book.closeAbandoned(tenantId)).toEqual([talking.callId, ringing.callId]);
  expect(await row(talking.callId)).toMatchObject({
    outcome: CallOutcome.talked,
    cause: 'server',
    ended_by: 'server',
    duration_sec: 40,
    talk_sec: 15,
    hold_sec: 15,
  });
  expect(await row(ringing.callId)).toMatchObject({ outcome: CallOutcome.server, duration_sec: 0 });
  expect(await row(elsewhere.callId)).toMatchObject({ ended_at: null });
  expect(await book.closeAbandoned(tenantId)).toEqual([]);
  expect(await book.leftBehind()).not.toContain(tenantId);
});

test('[CALL-25] a recording left by a crash goes to its call, and one of nobody stays on disk', async () => {
  const tenantId = await aTenant(db);
  const call = aCall(tenantId);
  await book.open(call);
  // The second piece of a recording that was paused is one of its own.
  for (const kind of ['call', 'call2', 'voicemail'] as const) {
    const path = aWav(3);
    expect(await book.adoptRecording({ recordingId: `${call.callId}-${kind}`, path, durationMs: 3_000 })).toBe(true);
    expect(existsSync(path)).toBe(false);
  }
  expect((await recordings(call.callId)).map(({ kind, duration_ms: ms }) => [kind, ms]).sort()).toEqual([
    ['call', 3_000],
    ['call', 3_000],
    ['voicemail', 3_000],
  ]);
  const stranger = aWav(1);
  for (const recordingId of ['nobody-call', 'nobody', call.callId])
    expect(await book.adoptRecording({ recordingId, path: stranger, durationMs: 1_000 })).toBe(false);
  expect(existsSync(stranger)).toBe(true);
});

test('while files are away a recording waits on disk, and is its call’s once they are back', async () => {
  const tenantId = await aTenant(db);
  const call = aCall(tenantId);
  let away = 3;
  const patient = openCallBook(
    {
      db,
      log: openLog('silent'),
      files: {
        ...files,
        put: async (key, content) => (away-- > 0 ? Promise.reject(new Failure('filesAway')) : files.put(key, content)),
      },
    },
    db,
    1,
  );
  await patient.open(call);
  const path = aWav(2);
  const recording = { recordingId: `${call.callId}-call`, path, durationMs: 2_000, kind: 'call' as const };
  await patient.addRecording(tenantId, call.callId, recording);
  expect([away, existsSync(path), (await recordings(call.callId)).length]).toEqual([-1, false, 1]);

  away = Infinity;
  const other = aWav(2);
  const given = patient.addRecording(tenantId, call.callId, {
    ...recording,
    recordingId: `${call.callId}-call2`,
    path: other,
  });
  const refused = expect(given).rejects.toMatchObject({ name: 'filesAway' });
  await patient.stop();
  await refused;
  expect(existsSync(other)).toBe(true);
});

test('a recording that has to wait lies sealed, and the next process takes it to its call', async () => {
  const tenantId = await aTenant(db);
  const call = aCall(tenantId);
  const folder = mkdtempSync(join(tmpdir(), 'openseat-waiting-'));
  const disk = diskFiles(folder);
  const keys = { newest: async () => ({ id: 1, secret: Buffer.alloc(32, 7) }), find: async () => keys.newest() };
  const recordingsSpool = { ...sealedFiles(disk, { keys, damaged: () => {} }), keys: disk.keys };
  const log = openLog('silent');
  const away = openCallBook(
    { db, log, recordingsSpool, files: { ...files, put: () => Promise.reject(new Failure('filesAway')) } },
    db,
    1,
  );
  await away.open(call);
  const path = aWav(2);
  const sound = readFileSync(path);
  const recording = { recordingId: `${call.callId}-call`, path, durationMs: 2_000, kind: 'call' as const };
  const refused = expect(away.addRecording(tenantId, call.callId, recording)).rejects.toMatchObject({
    name: 'filesAway',
  });
  await expect.poll(() => existsSync(path)).toBe(false);
  await away.stop();
  await refused;
  const [waiting] = readdirSync(folder);
  expect(readFileSync(join(folder, waiting!)).includes(sound.subarray(44, 144))).toBe(false);

  const next = openCallBook({ db, log, recordingsSpool, files }, db, 1);
  expect(await next.adoptSealed()).toEqual([]);
  expect(await recordings(call.callId)).toMatchObject([{ kind: 'call', duration_ms: 2_000 }]);
  expect(readdirSync(folder)).toEqual([]);
  await next.stop();
});
