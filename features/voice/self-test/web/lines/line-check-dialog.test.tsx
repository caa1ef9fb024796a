import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { agentsApi } from '#features/team/agents/contract.ts';
import { PhoneDeskContext } from '#features/voice/softphone/web/index.ts';
import { aPhoneCall, aReadyPhone, fakeDesk } from '#features/voice/softphone/web/desk.fixture.ts';
import { TALK_MS } from '../../core/line-check.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { showPage } from '#platform/web/page.fixture.tsx';
import { lineCheckApi } from '../../contract.ts';
import { aBeginning, aSecond, putFakePhone, type FakeProbePhone } from './check.fixture.ts';
import { closeLineCheck, openLineCheck } from './check-window.ts';
import LineCheckDialog from './line-check-dialog.tsx';
import { selfTestTexts } from '../texts.ts';
import { pageReload } from './page-reload.ts';

let phone: FakeProbePhone;
const desk = fakeDesk();
const feature = { name: 'self-test', text: selfTestTexts };

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  phone = putFakePhone();
  desk.show({ phone: aReadyPhone() });
});
afterEach(() => {
  act(closeLineCheck);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function open(current = 1, begins = true, code = 0, states: number[] = []) {
  const begun = aBeginning(current);
  const asked = fakeServer(({ url }) => {
    if (url === lineCheckApi.begin.path) return code ? { code, data: null } : { data: begun };
    if (url === agentsApi.lines.path)
      return {
        data: begun.lines.map(({ id, name, current: isNow }, at) => ({
          id,
          name,
          current: isNow,
          is_check: states[at] ?? 0,
        })),
      };
    return {
      data:
        url === lineCheckApi.history.path
          ? [
              {
                endPointId: 1,
                name: 'Main line',
                points: [
                  { at: '2026-11-14 10:00:00', mos: 4.1 },
                  { at: '2026-11-15 10:00:00', mos: null },
                ],
              },
            ]
          : null,
    };
  });
  await showPage(
    <PhoneDeskContext value={desk}>
      <LineCheckDialog />
    </PhoneDeskContext>,
    { feature },
  );
  act(() => openLineCheck({ begins }));
  await screen.findAllByText('Main line');
  return (path: string) => asked.filter(({ url }) => url === path).map(({ body }) => body as Record<string, unknown>);
}
const row = (name: string) =>
  screen
    .getAllByRole('listitem')
    .find((item) => within(item).queryByText(name) !== null && item.closest('.line-list'))!;
const opened = (line: string) => waitFor(() => expect(phone.asked.at(-1)).toBe(`open ${line}`));
async function talk(line: string, mos: number | null) {
  await opened(line);
  act(() => phone.emit({ type: 'registered' }, { type: 'answered' }, { type: 'heard', statistics: aSecond(mos) }));
  await act(() => vi.advanceTimersByTimeAsync(TALK_MS));
}

test('[LINE-01] a line whose score is the other side’s says so, since its own figures look well', async () => {
  await open();
  await opened('1');
  act(() =>
    phone.emit(
      { type: 'registered' },
      { type: 'answered' },
      { type: 'heard', statistics: { ...aSecond(4.4), remoteMos: 2.9 } },
    ),
  );
  await act(() => vi.advanceTimersByTimeAsync(TALK_MS));
  expect(await within(row('Main line')).findByText(/^What you send arrives badly\. Delay 30 ms/)).toBeTruthy();
  await talk('2', 4.4);
  expect(within(row('Second line')).queryByText(/arrives badly/)).toBeNull();
});

test('[LINE-01] lines are tested in turn with 9196, and their states, bars and figures are shown', async () => {
  const sent = await open();
  await opened('1');
  expect(await within(row('Main line')).findByText('Connecting…')).toBeTruthy();
  expect(within(row('Second line')).getByText('Waiting')).toBeTruthy();
  act(() => phone.emit({ type: 'registered' }));
  expect(within(row('Main line')).getByText('Calling…')).toBeTruthy();
  expect(phone.asked.at(-1)).toBe('call 9196');
  act(() => phone.emit({ type: 'answered' }, { type: 'heard', statistics: aSecond(4.2) }));
  await act(() => vi.advanceTimersByTimeAsync(TALK_MS));
  expect(within(row('Main line')).getByRole('img', { name: /^Quality 4\.20/ }).dataset).toMatchObject({
    bars: '4',
    tone: 'green',
  });
  await opened('2');
  act(() => phone.emit({ type: 'failed', why: 'connect' }));
  expect(within(row('Second line')).getByText(/^Cannot connect: the line does not answer/)).toBeTruthy();
  await talk('3', 2.4);
  expect(within(row('Third line')).getByRole('img').dataset).toMatchObject({ bars: '2', tone: 'red' });
  expect(screen.getByText('You already use the best line: Main line.')).toBeTruthy();
  await waitFor(() =>
    expect(sent(lineCheckApi.report.path)).toMatchObject([
      {
        kind: 'asked',
        results: [
          { endPointId: 1, mos: 4.2, error: null },
          { endPointId: 2, mos: null, error: 'connect' },
          { endPointId: 3, mos: 2.4 },
        ],
      },
    ]),
  );
});

test('[LINE-02] the best line is offered; after a yes it is saved and the page reloads a second later', async () => {
  const reload = vi.spyOn(pageReload, 'now').mockImplementation(() => {});
  const sent = await open(3);
  await talk('1', 4.1);
  await talk('2', 4.4);
  await talk('3', 3);
  expect(within(row('Second line')).getByText('Best')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Switch to Second line' }));
  await waitFor(() => expect(sent(agentsApi.changeLine.path)).toEqual([{ endPointId: 2 }]));
  expect(await screen.findByText('Line changed. The page reloads in a moment.')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(1_100));
  expect(reload).toHaveBeenCalledTimes(1);
});

test('[LINE-01] nothing begins by itself unless asked, and it can be stopped', async () => {
  const sent = await open(1, false);
  expect(phone.asked).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Start the test' }));
  await opened('1');
  fireEvent.click(await screen.findByRole('button', { name: 'Stop' }));
  expect(phone.asked.at(-1)).toBe('close');
  expect(screen.getByRole('button', { name: 'Test again' })).toBeTruthy();
  expect(sent(lineCheckApi.report.path)).toEqual([]);
});

test('[LINE-01] a call of the agent ends the test at once and says why', async () => {
  await open();
  await opened('1');
  act(() => desk.show({ phone: aReadyPhone({ call: aPhoneCall() }) }));
  await waitFor(() => expect(phone.asked.at(-1)).toBe('close'));
  expect(screen.getByRole('alert').textContent).toContain('You are in a call.');
});

test('[LINE-01] in a call the server refuses, and the dialog says so', async () => {
  await open(1, true, 23000);
  expect((await screen.findByRole('alert')).textContent).toContain('You are in a call.');
  expect(phone.asked).toEqual([]);
});

test('[LINE-01] closing the dialog closes the line, and the graph shows what was', async () => {
  await open();
  await opened('1');
  expect(await screen.findByRole('img', { name: 'Quality of each line over time' })).toBeTruthy();
  act(closeLineCheck);
  await waitFor(() => expect(phone.asked.at(-1)).toBe('close'));
});

test('[LINE-01] where no line works nothing is offered', async () => {
  await open();
  for (const line of ['1', '2', '3']) {
    await opened(line);
    act(() => phone.emit({ type: 'failed', why: 'register' }));
  }
  expect(screen.getByText(/^No line works/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Switch/ })).toBeNull();
});

test('[LINE-01] before a test a line says that the last one did not reach it; during one the server is told which line it is at', async () => {
  const sent = await open(1, false, 0, [0, 2, 0]);
  expect(await within(row('Second line')).findByText(/^Cannot connect: at the last test/)).toBeTruthy();
  expect(within(row('Main line')).getByText('Waiting')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Start the test' }));
  await talk('1', 4.2);
  await opened('2');
  expect(sent(lineCheckApi.testing.path)).toEqual([{ endPointId: 1 }, { endPointId: 2 }]);
});

test('[LINE-02] it is said how many bars there are to reach, and why not five', async () => {
  await open(1, false);
  expect(screen.getByText(/Four green bars are the best: .* ends at 4\.4\./)).toBeTruthy();
});
