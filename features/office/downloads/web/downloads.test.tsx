import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ensureFeatureTexts } from '#platform/web/feature.ts';
import { ensureCodeTexts } from '#platform/web/code-texts.fixture.ts';
import { changeLanguage, startTexts } from '#platform/web/i18n.ts';
import { makeQueryClient } from '#platform/web/query-client.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { presentToasts, type Toast } from '#platform/web/toast.ts';
import { ConfirmHost } from '#platform/web/ui/confirm.tsx';
import { UiProvider } from '#platform/web/ui/ui-provider.tsx';
import { deliverEvent } from '#platform/web/user-events.ts';
import { keyOf } from '#platform/web/use-endpoint.ts';
import { DOWNLOADS_CHANGED, downloadsApi, type DownloadItem } from '../contract.ts';
import { watchDownloads } from './download-watch.ts';
import DownloadsMenu from './downloads-menu.tsx';
import { downloads } from './index.ts';

const anItem = (wishes: Partial<DownloadItem> = {}): DownloadItem => ({
  id: 1,
  fileName: 'customers.csv',
  fileUrl: '',
  status: 1,
  statusName: 'Exporting',
  reason: '',
  progress: 40,
  bytes: null,
  createdAt: '2026-11-15 10:00:00',
  expiresAt: null,
  ...wishes,
});
const done: Partial<DownloadItem> = {
  status: 2,
  fileUrl: '/cc/api/download/v1/1/file',
  progress: 100,
  bytes: 2_048,
  expiresAt: '2026-11-22 10:00:00',
};

let items: DownloadItem[] = [];
let asked: ReturnType<typeof fakeServer>;
let toasts: Toast[];
let client: QueryClient;
let stop = () => {};
const lists = () => asked.filter((one) => one.url.endsWith('/list')).length;

beforeEach(async () => {
  await startTexts();
  await Promise.all([ensureCodeTexts(), ensureFeatureTexts(downloads)]);
  await changeLanguage('en-US');
  items = [];
  toasts = [];
  asked = fakeServer(() => ({ data: items }));
  client = makeQueryClient();
  presentToasts((toast) => toasts.push(toast));
});
afterEach(() => {
  stop();
  cleanup();
  client.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('[DOWN-01] the list is polled every 10 s while an export is in progress, and a message tells its completion', async () => {
  vi.useFakeTimers();
  items = [anItem()];
  stop = watchDownloads(client);
  await vi.advanceTimersByTimeAsync(0);
  expect(lists()).toBe(1);
  await vi.advanceTimersByTimeAsync(9_900);
  expect(lists()).toBe(1);
  items = [anItem(done)];
  await vi.advanceTimersByTimeAsync(200);
  expect(lists()).toBe(2);
  expect(toasts).toEqual([{ tone: 'success', text: 'Your export is ready to download.' }]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lists()).toBe(2);
});

test('[DOWN-01] a push refreshes the list at once and starts the polling', async () => {
  vi.useFakeTimers();
  stop = watchDownloads(client);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(lists()).toBe(1);
  items = [anItem({ status: 0 })];
  deliverEvent(DOWNLOADS_CHANGED, {});
  await vi.advanceTimersByTimeAsync(10_100);
  expect(lists()).toBe(3);
});

test('[DOWN-01] a failed export is told as a warning', async () => {
  items = [anItem()];
  stop = watchDownloads(client);
  await vi.waitFor(() => expect(client.getQueryData(keyOf(downloadsApi.list, {}))).toBeDefined());
  items = [anItem({ status: 3, reason: 'The file or text is too large. Make it smaller and try again.' })];
  deliverEvent(DOWNLOADS_CHANGED, {});
  await vi.waitFor(() =>
    expect(toasts).toEqual([{ tone: 'warning', text: 'An export failed. The download list says why.' }]),
  );
});

function open() {
  render(
    <UiProvider client={client} env="test">
      <DownloadsMenu />
      <ConfirmHost />
    </UiProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: /^Downloads/ }));
}

test('[SHELL-14] the popover lists name, status and progress, and a link once a file is there', async () => {
  const long = `${'a'.repeat(40)}-2026-11-15.csv`;
  items = [
    anItem({ id: 3, fileName: long }),
    anItem({ ...done, id: 2, fileName: 'calls.csv' }),
    anItem({ id: 1, fileName: 'old.csv', status: 3 }),
  ];
  open();
  expect(await screen.findByText(`${'a'.repeat(35)}...-11-15.csv`)).toBeTruthy();
  expect(screen.getByText('Exporting')).toBeTruthy();
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40');
  expect(screen.getByRole('button', { name: 'calls.csv' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'old.csv' })).toBeNull();
  expect(screen.getByText('Expired')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Downloads, 1 export in progress' })).toBeTruthy();
});

test('[SHELL-14] with nothing in it, it says what will appear', async () => {
  open();
  expect(await screen.findByText('No exports yet')).toBeTruthy();
});

test('[DOWN-01] a failed export shows why', async () => {
  items = [anItem({ status: 3, reason: 'You are not allowed to do this.' })];
  open();
  expect(await screen.findByText('Failed')).toBeTruthy();
  expect(screen.getByText('You are not allowed to do this.')).toBeTruthy();
});

test('removing a finished file asks first', async () => {
  items = [anItem(done)];
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Remove customers.csv' }));
  expect(await screen.findByText('Remove this file?')).toBeTruthy();
  expect(asked.some((one) => one.method === 'DELETE')).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Remove', hidden: true }));
  await waitFor(() => expect(asked.find((one) => one.method === 'DELETE')?.url).toBe('/cc/api/download/v1/1'));
});

test('[DOWN-01] Escape closes the list also when the button that was pressed has lost the focus', async () => {
  items = [anItem(done)];
  render(
    <UiProvider client={client} env="test">
      <DownloadsMenu />
    </UiProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Downloads' }));
  await screen.findByText('customers.csv');
  (document.activeElement as HTMLElement).blur();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Downloads' }).getAttribute('aria-expanded')).toBe('false'),
  );
});
