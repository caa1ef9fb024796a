import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { shellDialogs } from '#platform/web/shell-dialogs.ts';
import { browserZone, offsetMinutes } from '#platform/web/zone.ts';
import { BlockedMedia } from '#shared/codes/blocked-media.ts';
import { saying, showShell } from '../shell.fixture.tsx';
import { browserOf } from './permission-guide.tsx';

afterEach(() => {
  shellDialogs.close();
  vi.useRealTimers();
});

const show = (dialog: Parameters<typeof shellDialogs.show>[0]) => act(() => shellDialogs.show(dialog));
const page = (path: string) => ({ path, title: 'trial.title' as never, page: saying(`page ${path}`) });
/** A zone whose clock differs from the one this test runs in. */
const elsewhere = ['Asia/Kolkata', 'America/Mexico_City'].find(
  (zone) => offsetMinutes(zone, new Date()) !== offsetMinutes(browserZone(), new Date()),
)!;

test.each([
  [BlockedMedia.audio, 'Allow sound for this site', 3],
  [BlockedMedia.microphone, 'Allow the microphone for this site', 3],
  [BlockedMedia.both, 'Allow sound and microphone for this site', 4],
  [BlockedMedia.notification, 'Allow notifications for this site', 3],
])('[SHELL-20] the guide for %s', async (blocked, title, steps) => {
  await showShell();
  show({ kind: 'permission', blocked });
  expect(await screen.findByRole('dialog', { name: title })).toBeTruthy();
  expect(document.querySelectorAll('.permission-steps li')).toHaveLength(steps);
});

test('[SHELL-20] the guide begins with the browser in use', () => {
  expect(browserOf('Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36')).toBe(
    'chromium',
  );
  expect(browserOf('Mozilla/5.0 (X11; rv:143.0) Gecko/20100101 Firefox/143.0')).toBe('firefox');
  expect(
    browserOf('Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15'),
  ).toBe('safari');
  const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
  expect(browserOf(`${iPhone} Version/19.0 Mobile/15E148 Safari/604.1`)).toBe('ios');
  expect(browserOf(`${iPhone} FxiOS/143.0 Mobile/15E148 Safari/605.1.15`)).toBe('ios');
  expect(browserOf('Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15', 5)).toBe('ios');
});

test.each([
  [
    'Firefox',
    BlockedMedia.microphone,
    [/left of the address/, /Microphone with its ×/, /reload/, /Remember this decision/],
  ],
  ['Firefox', BlockedMedia.notification, [/left of the address/, /Send notifications/, /Firefox asks again/]],
  ['Safari', BlockedMedia.both, [/In the menu Safari/, /Auto-Play/, /Microphone/, /reload/]],
  ['Safari', BlockedMedia.notification, [/“Websites”, “Notifications”/, /takes effect/]],
  ['iPhone, iPad', BlockedMedia.microphone, [/Website Settings/, /Microphone/, /reload/]],
  ['iPhone, iPad', BlockedMedia.both, [/Website Settings/, /Microphone/, /reload/, /Touch the page once/]],
])('[SHELL-20] the guide of %s for %s', async (browser, blocked, steps) => {
  await showShell();
  show({ kind: 'permission', blocked });
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('radio', { name: browser }));
  const shownSteps = [...document.querySelectorAll('.permission-steps li')].map((step) => step.textContent);
  expect(shownSteps).toHaveLength(steps.length);
  steps.forEach((words, at) => expect(shownSteps[at]).toMatch(words));
  // The picture is of an address bar, where Safari has nothing.
  expect(document.querySelectorAll('.permission-picture')).toHaveLength(browser === 'Firefox' ? 1 : 0);
});

test('[SHELL-21] [SHELL-32] the idle notice says why and is put away', async () => {
  await showShell();
  show({ kind: 'idle' });
  expect(await screen.findByText(/You missed a call/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Understood' }));
  expect(shellDialogs.current()).toBeNull();
});

test('[SHELL-22] [QUEUE-02] the busy dialog lets one ask at once, again after its countdown, and closes with a seat', async () => {
  await showShell({ at: '/workBench', routes: [page('/workBench')] });
  await screen.findByText('page /workBench');
  const answers = [false, true];
  const retry = vi.fn<() => Promise<boolean>>(() => Promise.resolve(answers.shift()!));
  vi.useFakeTimers();
  show({ kind: 'busy', seat: 'voice', ahead: 2, waitSec: 2, retry, giveUp: () => {} });
  expect(screen.getByText('2 people are ahead of you.')).toBeTruthy();
  const seconds = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * 1000));
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await seconds(0);
  const waiting = screen.getByRole('button', { name: 'Try again in 2 s' }) as HTMLButtonElement;
  expect(waiting.disabled).toBe(true);
  await seconds(2);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await seconds(0);
  expect(retry).toHaveBeenCalledTimes(2);
  expect(shellDialogs.current()).toBeNull();
});

test('[SHELL-25] the queue dialog shows on its own page only, and leaving the page closes it', async () => {
  const { navigation } = await showShell({
    at: '/interactive/chat',
    routes: [page('/interactive/chat'), page('/workBench')],
  });
  const busy = { kind: 'busy', ahead: 0, waitSec: 5, retry: () => Promise.resolve(false), giveUp: () => {} } as const;
  show({ ...busy, seat: 'voice' });
  expect(shellDialogs.current()).toBeNull();
  show({ ...busy, seat: 'text' });
  expect(await screen.findByText('You are next.')).toBeTruthy();
  act(() => navigation.go('/workBench'));
  expect(shellDialogs.current()).toBeNull();
});

test('[SHELL-22] escape puts the queue dialog away and goes on waiting; another button gives up', async () => {
  await showShell({ at: '/workBench', routes: [page('/workBench')] });
  const giveUp = vi.fn<() => void>();
  const busy = {
    kind: 'busy',
    seat: 'voice',
    ahead: 1,
    waitSec: 5,
    retry: () => Promise.resolve(false),
    giveUp,
  } as const;
  show(busy);
  fireEvent.keyDown(await screen.findByText('One person is ahead of you.'), { key: 'Escape' });
  expect(shellDialogs.current()).toBeNull();
  expect(giveUp).not.toHaveBeenCalled();
  show({ ...busy, ahead: 0 });
  fireEvent.click(await screen.findByRole('button', { name: 'Stop waiting' }));
  expect(shellDialogs.current()).toBeNull();
  expect(giveUp).toHaveBeenCalledTimes(1);
});

test('[SHELL-23] a clock that differs from the saved zone is told once per session', async () => {
  const { unmount } = await showShell({ info: { timeZone: elsewhere } });
  expect(await screen.findByRole('dialog', { name: 'Your clock and your time zone differ' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Not now' }));
  unmount();
  await showShell({ info: { timeZone: elsewhere } });
  expect(screen.queryByRole('dialog', { name: 'Your clock and your time zone differ' })).toBeNull();
});

test('[SHELL-23] go-to-setting opens the list of time zones', async () => {
  await showShell({ info: { timeZone: elsewhere } });
  fireEvent.click(await screen.findByRole('button', { name: 'Go to setting' }));
  expect(await screen.findByRole('dialog', { name: 'Time zone' })).toBeTruthy();
});

test('[SHELL-23] nobody is reminded who chose no zone, or the one they are in', async () => {
  const { unmount } = await showShell();
  expect(screen.queryByRole('dialog')).toBeNull();
  unmount();
  await showShell({ info: { timeZone: browserZone() } });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('[QUEUE-02] the retry button is free when the dialog opens and disabled for five seconds after a retry, also when the line moves', async () => {
  await showShell({ at: '/workBench', routes: [page('/workBench')] });
  await screen.findByText('page /workBench');
  const busy = {
    kind: 'busy',
    seat: 'voice',
    waitSec: 5,
    retry: () => Promise.resolve(false),
    giveUp: () => {},
  } as const;
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Try again/ });
  const seconds = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * 1000));
  show({ ...busy, ahead: 2 });
  await screen.findByRole('button', { name: /^Try again/ });
  vi.useFakeTimers();
  await seconds(1);
  expect([button().disabled, button().textContent]).toEqual([false, 'Try again']);
  fireEvent.click(button());
  await seconds(0);
  for (const left of [5, 4, 3, 2, 1]) {
    show({ ...busy, ahead: left });
    expect([button().disabled, button().textContent]).toEqual([true, `Try again in ${left} s`]);
    await seconds(1);
  }
  expect([button().disabled, button().textContent]).toEqual([false, 'Try again']);
});
