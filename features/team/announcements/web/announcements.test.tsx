import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ensureFeatureTexts } from '#platform/web/feature.ts';
import { changeLanguage, startTexts } from '#platform/web/i18n.ts';
import { queryClient } from '#platform/web/query-client.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { ConfirmHost } from '#platform/web/ui/confirm.tsx';
import { UiProvider } from '#platform/web/ui/ui-provider.tsx';
import { deliverEvent } from '#platform/web/user-events.ts';
import { ViewerContext, type Viewer } from '#platform/web/viewer.ts';
import { ANNOUNCEMENTS_CHANGED, type Announcement, type UnreadAnnouncement } from '../contract.ts';
import AnnouncementModal from './announcement-modal.tsx';
import { watchAnnouncements } from './announcement-watch.ts';
import AnnouncementsPage from './announcements-page.tsx';
import { announcements } from './index.ts';

const unreadOne = (wishes: Partial<UnreadAnnouncement> = {}): UnreadAnnouncement => ({
  id: 1,
  title_cn: '',
  title_en: 'Tonight',
  content_cn: '今晚维护',
  content_en: 'Maintenance tonight',
  at: '2026-11-15 10:00:00',
  ...wishes,
});
const anAnnouncement = (wishes: Partial<Announcement> = {}): Announcement => ({
  ...unreadOne(),
  starts_at: '2026-11-15 10:00:00',
  ends_at: null,
  role_ids: [],
  role_names: [],
  status: 'inEffect',
  readers: 3,
  audience: 7,
  created_by: 'Sofia',
  created_at: '2026-11-15 09:00:00',
  updated_at: '2026-11-15 09:00:00',
  ...wishes,
});
const sofia: Viewer = {
  userId: 1,
  tenantId: 1,
  name: 'Sofia',
  email: '',
  timeZone: 'America/Mexico_City',
  voiceSeat: false,
  textSeat: false,
  functions: new Set(['announcements.edit']),
};

type Asked = ReturnType<typeof fakeServer>[number];
let unread: UnreadAnnouncement[];
let rows: Announcement[];
let fastPoll: string | null;
let readCode: number;
let asked: Asked[];
let stop = () => {};
const effects = () => asked.filter((one) => one.url.endsWith('/effect')).length;

function answer({ url, method, body }: Asked): { code?: number; data?: unknown } {
  if (url.endsWith('/effect')) return { data: unread };
  if (url.endsWith('/read')) {
    if (readCode === 0)
      unread = unread.filter((one) => one.id !== (body as { announcements_id: number }).announcements_id);
    return { code: readCode };
  }
  if (url.includes('/config/value')) return { data: { name: 'AnnouncementFastPoll', value: fastPoll } };
  if (url.endsWith('/page')) return { data: { list: rows, total: rows.length } };
  if (url.endsWith('/audiences')) return { data: [{ id: 4, name: 'Agent', members: 6 }] };
  if (url.includes('/readers'))
    return {
      data: {
        list: [
          { userId: 2, name: 'Ana', readAt: '2026-11-15 18:30:00' },
          { userId: 3, name: 'Budi', readAt: null },
        ],
        total: 2,
      },
    };
  return { data: method === 'POST' ? { id: 2 } : null };
}

beforeEach(async () => {
  // A text area that grows listens to the fonts, which this DOM does not have.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
  await startTexts();
  await ensureFeatureTexts(announcements);
  await changeLanguage('en-US');
  unread = [];
  rows = [];
  fastPoll = null;
  readCode = 0;
  asked = fakeServer(answer);
});
afterEach(() => {
  stop();
  stop = () => {};
  cleanup();
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = (what: React.ReactNode) =>
  render(
    <ViewerContext value={sofia}>
      <UiProvider env="test">
        <MemoryRouter>{what}</MemoryRouter>
        <ConfirmHost />
      </UiProvider>
    </ViewerContext>,
  );

test.each([
  [null, 180_000],
  ['true', 60_000],
] as const)('[ANN-01] with the setting AnnouncementFastPoll %j pages look every %i ms', async (value, everyMs) => {
  vi.useFakeTimers();
  fastPoll = value;
  stop = watchAnnouncements();
  await vi.advanceTimersByTimeAsync(1);
  expect(effects()).toBe(1);
  await vi.advanceTimersByTimeAsync(everyMs - 1_000);
  expect(effects()).toBe(1);
  await vi.advanceTimersByTimeAsync(1_100);
  expect(effects()).toBe(2);
});

test('[ANN-01] a push fetches at once', async () => {
  stop = watchAnnouncements();
  await vi.waitFor(() => expect(effects()).toBe(1));
  deliverEvent(ANNOUNCEMENTS_CHANGED, {});
  await vi.waitFor(() => expect(effects()).toBe(2));
});

test('[SHELL-24] unread announcements are shown one after another in a modal 900 wide that only reading closes', async () => {
  unread = [unreadOne(), unreadOne({ id: 2, title_en: 'Tomorrow', content_en: 'Party' })];
  show(<AnnouncementModal />);
  const modal = await screen.findByRole('dialog', { name: 'Tonight' });
  expect(document.querySelector<HTMLElement>('.mantine-Modal-root')!.style.getPropertyValue('--modal-size')).toMatch(
    /56\.25rem/,
  );
  expect(within(modal).getByText('1 more to read')).toBeTruthy();
  fireEvent.keyDown(modal, { key: 'Escape' });
  fireEvent.mouseDown(document.querySelector('.mantine-Modal-inner')!);
  fireEvent.click(document.querySelector('.mantine-Modal-inner')!);
  expect(screen.getByRole('dialog', { name: 'Tonight' })).toBeTruthy();
  expect(asked.some((one) => one.method === 'PUT')).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'I have read it' }));
  expect(await screen.findByRole('dialog', { name: 'Tomorrow' })).toBeTruthy();
  expect(asked.find((one) => one.method === 'PUT')).toMatchObject({
    url: '/admin/saas_plat/announcements/read',
    body: { announcements_id: 1 },
  });
  fireEvent.click(screen.getByRole('button', { name: 'I have read it' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('[SHELL-24] one that was withdrawn meanwhile goes without trouble; without a connection it stays', async () => {
  unread = [unreadOne()];
  readCode = 503;
  show(<AnnouncementModal />);
  fireEvent.click(await screen.findByRole('button', { name: 'I have read it' }));
  await waitFor(() => expect(asked.filter((one) => one.method === 'PUT')).toHaveLength(1));
  expect(screen.getByRole('dialog')).toBeTruthy();
  readCode = 20501;
  fireEvent.click(screen.getByRole('button', { name: 'I have read it' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('[ANN-01] English is shown to a reader of zh-CN too where it is written, with Chinese one click away', async () => {
  await changeLanguage('zh-CN');
  unread = [unreadOne({ title_cn: '今晚' })];
  show(<AnnouncementModal />);
  expect(await screen.findByText('Maintenance tonight')).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: '简体中文' }));
  expect(await screen.findByText('今晚维护')).toBeTruthy();
  expect(screen.getByRole('heading', { name: '今晚' })).toBeTruthy();
});

test('[ANN-01] where English is absent the Chinese text is shown, without a switch', async () => {
  await changeLanguage('zh-CN');
  unread = [unreadOne({ content_en: '', title_en: '' })];
  show(<AnnouncementModal />);
  expect(await screen.findByText('今晚维护')).toBeTruthy();
  expect(screen.queryByRole('radio')).toBeNull();
});

test('[ANN-01] what is typed stays text; web addresses open in a new tab that cannot reach back', async () => {
  unread = [unreadOne({ content_cn: '', content_en: '<img src=x onerror=alert(1)> see https://status.example/now.' })];
  show(<AnnouncementModal />);
  expect(await screen.findByText(/<img src=x onerror/)).toBeTruthy();
  expect(document.querySelector('img')).toBeNull();
  const link = screen.getByRole('link');
  expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    'https://status.example/now',
    '_blank',
    'noopener noreferrer',
  ]);
});

test('the list shows status and readers, and who they are', async () => {
  rows = [
    anAnnouncement(),
    anAnnouncement({
      id: 2,
      title_en: '',
      content_en: 'Old news',
      status: 'ended',
      role_ids: [4],
      role_names: ['Agent'],
    }),
  ];
  show(<AnnouncementsPage />);
  expect(await screen.findByText('In effect', { selector: '.badge' })).toBeTruthy();
  expect(screen.getByText('Old news')).toBeTruthy();
  fireEvent.click(screen.getAllByRole('button', { name: /3 of 7 people/ })[0]!);
  const list = await screen.findByRole('dialog', { name: 'Who has read it' });
  expect(await within(list).findByText('Ana')).toBeTruthy();
  expect(within(list).getByRole('row', { name: /Ana Nov 15, 2026, 12:30/ })).toBeTruthy();
  expect(within(list).getByRole('row', { name: 'Budi Not yet' })).toBeTruthy();
});

test('a new announcement needs a text, shows a preview and starts now unless said', async () => {
  show(<AnnouncementsPage />);
  fireEvent.click((await screen.findAllByRole('button', { name: 'New announcement' }))[0]!);
  const panel = await screen.findByRole('dialog', { name: 'New announcement' });
  fireEvent.click(within(panel).getByRole('button', { name: 'Publish' }));
  expect(await within(panel).findByText('Write the text in at least one language.')).toBeTruthy();
  fireEvent.change(within(panel).getByLabelText('Text in English'), { target: { value: 'Fire drill at 3' } });
  expect(within(within(panel).getByRole('region', { name: 'Preview' })).getByText('Fire drill at 3')).toBeTruthy();
  fireEvent.change(within(panel).getByLabelText(/^Ends/), { target: { value: '2099-11-15T15:00' } });
  fireEvent.click(within(panel).getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New announcement' })).toBeNull());
  const sent = asked.find((one) => one.method === 'POST' && one.url.endsWith('/announcements'))!.body as Record<
    string,
    unknown
  >;
  // 15:00 in Mexico City.
  expect(sent).toMatchObject({ content_en: 'Fire drill at 3', ends_at: '2099-11-15 21:00:00', role_ids: [] });
  expect(sent['starts_at']).toMatch(/:00$/);
});

test('deleting asks first and names what goes', async () => {
  rows = [anAnnouncement()];
  show(<AnnouncementsPage />);
  fireEvent.click(await screen.findByRole('button', { name: 'Delete Tonight' }));
  const question = await screen.findByRole('alertdialog');
  expect(within(question).getByText(/“Tonight” disappears for everyone/)).toBeTruthy();
  fireEvent.click(within(question).getByRole('button', { name: 'Delete' }));
  await waitFor(() =>
    expect(asked.find((one) => one.method === 'DELETE')?.url).toBe('/admin/saas_plat/announcements/1'),
  );
});
