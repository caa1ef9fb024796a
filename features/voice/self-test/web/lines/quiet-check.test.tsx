import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { phoneDesk } from '#features/voice/softphone/web/index.ts';
import { aPhoneCall, aReadyPhone, fakeDesk, type FakeDesk } from '#features/voice/softphone/web/desk.fixture.ts';
import { TALK_MS } from '../../core/line-check.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { showPage } from '#platform/web/page.fixture.tsx';
import { lineCheckApi } from '../../contract.ts';
import { aBeginning, aSecond, fakeProbePhone, type FakeProbePhone } from './check.fixture.ts';
import { EVERY_MS, IDLE_MS, startQuietChecks } from './quiet-check.ts';
import { selfTestTexts } from '../texts.ts';

let phone: FakeProbePhone;
let desk: FakeDesk;
let kept: Map<string, string>;
let stop: () => void;
let asked: ReturnType<typeof fakeServer>;

beforeEach(async () => {
  vi.useFakeTimers();
  [phone, desk, kept] = [fakeProbePhone(), fakeDesk(), new Map()];
  phoneDesk.set(desk);
  asked = fakeServer(({ url }) => ({ data: url === lineCheckApi.begin.path ? aBeginning() : null }));
  await showPage(<p>page</p>, { feature: { name: 'self-test', text: selfTestTexts } });
  stop = startQuietChecks(
    { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) },
    async () => ({ openPhone: () => phone, findWays: async () => ({ udp: true, relay: 'none' }) }),
  );
});
afterEach(() => {
  stop();
  phoneDesk.set(null);
  vi.useRealTimers();
});
const pass = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
    // The check itself is fetched when it is due.
    await vi.dynamicImportSettled();
  });
const reports = () =>
  asked
    .filter(({ url }) => url === lineCheckApi.report.path)
    .map(({ body }) => body as { kind: string; results: unknown[] });
async function talk(mos: number) {
  phone.emit({ type: 'registered' }, { type: 'answered' }, { type: 'heard', statistics: aSecond(mos) });
  await pass(TALK_MS);
}

test('[LINE-01] lines are looked at quietly once a shift, after a minute without work; a clearly better one is told', async () => {
  await pass(IDLE_MS - 1_000);
  expect(phone.asked).toEqual([]);
  await pass(10_000);
  expect(phone.asked).toEqual(['open 1']);
  for (const mos of [3, 4.4, 4]) await talk(mos);
  await pass(0);
  expect(reports()).toMatchObject([{ kind: 'quiet', results: [{ mos: 3 }, { mos: 4.4 }, { mos: 4 }] }]);
  expect(screen.getByText('Second line sounds clearly better than the line you use.')).toBeTruthy();
  await pass(IDLE_MS * 3);
  expect(phone.asked.filter((what) => what === 'open 1')).toHaveLength(1);
  await pass(EVERY_MS);
  expect(phone.asked.filter((what) => what === 'open 1')).toHaveLength(2);
});

test('[LINE-01] nothing is said when the line in use is good', async () => {
  await pass(IDLE_MS + 10_000);
  for (const mos of [4.2, 4.4, 4.4]) await talk(mos);
  expect(screen.queryByText(/sounds clearly better/)).toBeNull();
});

test('[LINE-01] a call ends the quiet check at once, and who works is left alone', async () => {
  await pass(IDLE_MS + 10_000);
  desk.show({ phone: aReadyPhone({ call: aPhoneCall() }) });
  expect(phone.asked.at(-1)).toBe('close');
  kept.clear();
  await pass(IDLE_MS * 3);
  expect(phone.asked.filter((what) => what === 'open 1')).toHaveLength(1);
});

test('[LINE-01] a tab that only follows the phone does not check', async () => {
  desk.show({ isOwner: false });
  await pass(IDLE_MS * 3);
  expect(phone.asked).toEqual([]);
});
