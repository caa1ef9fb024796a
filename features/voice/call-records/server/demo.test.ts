import { expect, test, vi } from 'vitest';
import { wallTime } from '#core/calendar/day-range.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import { demoServer } from '#test/demo-server.ts';
import type { CallRecord } from '../contract.ts';

vi.setConfig({ testTimeout: 30_000 });

const { server, signedIn } = await demoServer();

async function history(email: string): Promise<CallRecord[]> {
  const { post: ask } = await signedIn(email);
  const pages = await Promise.all(
    [1, 2, 3].map((page) => ask('/cc/api/ccCdr/v1/page', { page, size: 200, startDate: '2020-01-01' })),
  );
  return pages.flatMap(({ list }) => list);
}

test.each([
  ['sofia@aurora.example', 400, 'America/Mexico_City'],
  ['owner@borealis.example', 120, 'Europe/Amsterdam'],
])('%s finds %i calls of a month, most of them by day, of many outcomes', async (email, count, zone) => {
  // Of people: what AI agents talked has no agent and no measured line.
  const calls = (await history(email)).filter(({ callId }) => !callId.startsWith('demo-ai-'));
  expect(calls).toHaveLength(count);
  expect(new Set(calls.map(({ status }) => status)).size).toBeGreaterThan(7);
  const byDay = calls.filter(({ startTime }) => {
    const hour = Number(wallTime(fromWireTime(startTime), zone).slice(11, 13));
    return hour >= 7 && hour < 20;
  });
  expect(byDay.length / count).toBeGreaterThan(0.9);
  const talked = calls.filter(({ status }) => status === CallOutcome.talked);
  expect(talked.length / count).toBeGreaterThan(0.5);
  for (const call of talked)
    expect([
      call.callId,
      call.userName === '',
      call.customerName === '',
      call.mos === null,
      call.callDuration > 0,
    ]).toEqual([call.callId, false, false, false, true]);
  expect(
    calls.every(
      ({ endTime, startTime }) =>
        endTime !== null &&
        endTime >= startTime &&
        endTime <= new Date(Date.now() + 1_800_000).toISOString().replace('T', ' '),
    ),
  ).toBe(true);
});

test('no agent of the demo talks to two people at once', async () => {
  const talked = (await history('sofia@aurora.example')).filter(({ status }) => status === CallOutcome.talked);
  for (const userId of new Set(talked.map((call) => call.userId))) {
    const own = talked
      .filter((call) => call.userId === userId)
      .toSorted((a, b) => (a.startTime < b.startTime ? -1 : 1));
    for (const [place, call] of own.slice(1).entries()) expect(call.startTime >= own[place]!.endTime!).toBe(true);
  }
});

test('[CALL-25] two calls of the demo can be listened to', async () => {
  // Messages that were left are another matter.
  const recorded = (await history('sofia@aurora.example')).filter(
    ({ hasRecording, status }) => hasRecording && status === CallOutcome.talked,
  );
  expect(recorded).toHaveLength(2);
  const { post: ask } = await signedIn('sofia@aurora.example');
  const { recordings } = await ask('/cc/api/ccCdr/v1/detail', { callId: recorded[0]!.callId });
  const { url } = await ask('/cc/api/recording/v1/ticket', { recordingId: recordings[0].recordingId });
  const { rawPayload } = await server.built.http.inject({ url });
  expect(rawPayload.toString('latin1', 0, 4)).toBe('RIFF');
  expect([rawPayload.length, Math.round((rawPayload.length - 44) / 32)]).toEqual([
    recordings[0].bytes,
    recordings[0].durationMs,
  ]);
  expect(rawPayload.subarray(44).some((byte) => byte !== 0)).toBe(true);
});
