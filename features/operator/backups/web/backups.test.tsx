import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { backupsApi, type BackupRow, type BackupState, type HeldWork, type ReleasedWork } from '../contract.ts';
import BackupCard from './backup-card.tsx';
import BackupsPage from './backups-page.tsx';
import { backups } from './index.ts';

const around = {
  viewer: aViewer({ name: 'Otto', isOperator: true, voiceSeat: false, textSeat: false }),
  feature: backups,
};

const aState = (some: Partial<BackupState> = {}): BackupState => ({
  troubles: [],
  lastGoodAt: '2026-11-18 02:04:00',
  place: {
    folder: '/mnt/backups',
    way: 'physical',
    freeBytes: 500_000_000_000,
    keysWhere: '/srv/openseat/secrets.key',
    keysCopiedTo: null,
  },
  wal: { isOn: true, archivedAt: '2026-11-18 09:29:00', bytes: 12_000_000, missing: null, asideIn: null },
  wishes: { isOn: true, atHour: 2, everyHours: 24, keepDays: 7, keepWeeks: 5, keepMonths: 6, loseMinutes: 5 },
  run: null,
  ...some,
});

const aRow = (some: Partial<BackupRow> = {}): BackupRow => ({
  id: '20261118T020000Z-0a1b',
  finishedAt: '2026-11-18 02:04:00',
  way: 'physical',
  databaseBytes: 4_000_000_000,
  files: 1_200,
  fileBytes: 9_000_000_000,
  addedBytes: 120_000_000,
  checkedAt: null,
  damage: null,
  ...some,
});

function houseServer({
  state = aState(),
  rows = [aRow()],
  held = null as HeldWork | null,
  released = null as ReleasedWork | null,
} = {}) {
  const answers: Record<string, unknown> = {
    [backupsApi.state.path]: state,
    [backupsApi.list.path]: rows,
    [backupsApi.held.path]: held,
    [backupsApi.released.path]: released,
    [backupsApi.begin.path]: { runId: 1 },
    [backupsApi.check.path]: { runId: 2 },
    [backupsApi.release.path]: { released: 1, forgotten: 2 },
  };
  const asked = fakeServer(({ url }) => ({ data: answers[url.split('?')[0]!] ?? null }));
  return { sent: (path: string) => asked.filter(({ url }) => url === path).map(({ body }) => body) };
}

test('the page says when the last good backup was, where it lies, and where the keys are', async () => {
  houseServer({ rows: [aRow(), aRow({ id: '20261117T020000Z-0001', damage: 'files/a: damaged' })] });
  await showPage(<BackupsPage />, { at: '/operator/backups', ...around });
  expect(await screen.findByText(/\/mnt\/backups/)).toBeTruthy();
  expect(screen.getByText(/Not in the backups: \/srv\/openseat\/secrets\.key/)).toBeTruthy();
  expect(screen.getByText('Everything is as it should be')).toBeTruthy();
  const table = within(await screen.findByRole('table', { name: 'Backups that are kept' }));
  expect(await table.findByText('Damaged')).toBeTruthy();
  expect(table.getByText('Not checked yet')).toBeTruthy();
});

test('a backup is begun by hand, and what runs is shown', async () => {
  const { sent } = houseServer();
  await showPage(<BackupsPage />, { at: '/operator/backups', ...around });
  fireEvent.click(await screen.findByRole('button', { name: 'Back up now' }));
  await waitFor(() => expect(sent(backupsApi.begin.path)).toHaveLength(1));
});

test('a run that failed says in its own words why, and its trouble what helps', async () => {
  houseServer({
    state: aState({
      troubles: ['tooOld', 'lastFailed', 'sameDisk'],
      run: {
        id: 7,
        kind: 'make',
        state: 'failed',
        backupId: null,
        askedBy: '',
        askedAt: '2026-11-18 02:00:00',
        endedAt: '2026-11-18 02:01:00',
        doneBytes: 0,
        totalBytes: 0,
        removalProblem: '',
        problem: 'There is no room left for a backup in /mnt/backups.',
      },
    }),
  });
  await showPage(<BackupsPage />, { at: '/operator/backups', ...around });
  expect(await screen.findByText('There is no room left for a backup in /mnt/backups.')).toBeTruthy();
  expect(screen.getByText(/older than it should be/)).toBeTruthy();
  expect(screen.getByText(/asked for by the schedule/)).toBeTruthy();
});

test('the schedule is changed', async () => {
  const { sent } = houseServer();
  await showPage(<BackupsPage />, { at: '/operator/backups', ...around });
  fireEvent.change(await screen.findByLabelText('Days, all of them'), { target: { value: '14' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent(backupsApi.setWishes.path)).toMatchObject([{ keepDays: 14, atHour: 2, isOn: true }]));
});

test('after a restore what waits is shown kind by kind, and released without what is forgotten', async () => {
  const { sent } = houseServer({
    held: {
      since: '2026-11-18 10:00:00',
      restoredTo: '2026-11-18 09:30:00',
      backupId: '20261118T020000Z-0a1b',
      kinds: [
        { task: 'account.sendMail', past: 2, since: 1, canForget: true },
        { task: 'sms.send', past: 4, since: 0, canForget: false },
      ],
      campaigns: [],
      block: null,
    },
  });
  await showPage(<BackupsPage />, { at: '/operator/backups', ...around });
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Forget those of then: Mails of the product' }));
  expect(screen.queryByRole('checkbox', { name: /Text messages/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Release' }));
  const question = within(await screen.findByRole('dialog'));
  fireEvent.click(question.getByRole('button', { name: 'Release' }));
  await waitFor(() => expect(sent(backupsApi.release.path)).toEqual([{ forget: ['account.sendMail'] }]));
});

test('a drill beside a server that lives is not released, and says why', async () => {
  houseServer({
    held: {
      since: '2026-11-18 10:00:00',
      restoredTo: null,
      backupId: '20261118T020000Z-0a1b',
      kinds: [],
      campaigns: [{ tenantId: 7, tenantName: 'Aurora', campaigns: 2 }],
      block: 'alive',
    },
  });
  await showPage(<BackupsPage />, { at: '/operator/backups', ...around });
  expect(await screen.findByText(/Another OpenSeat still writes its log/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Release' }).hasAttribute('disabled')).toBe(true);
  expect(screen.getByRole('link', { name: 'Aurora' }).getAttribute('href')).toBe('/operator/tenants/7');
});

test('after a release the page lists what went out and what people have to do, until it is put away', async () => {
  const { sent } = houseServer({
    released: {
      restoredTo: '2026-11-18 09:30:00',
      releasedAt: '2026-11-18 11:00:00',
      kinds: [{ task: 'sms.send', released: 4, forgotten: 0 }],
      campaigns: [{ tenantId: 7, tenantName: 'Aurora', campaigns: 2 }],
    },
  });
  await showPage(<BackupsPage />, { at: '/operator/backups', ...around });
  expect(await screen.findByText('4 released · 0 forgotten')).toBeTruthy();
  expect(screen.getByText('2 campaigns')).toBeTruthy();
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
    expect.arrayContaining(['/operator/tenants/7', '/operator/payments', '/operator/bills', '/operator/lines']),
  );
  fireEvent.click(screen.getByRole('button', { name: 'All done, put it away' }));
  await waitFor(() => expect(sent(backupsApi.putAway.path)).toHaveLength(1));
});

test('the card of the first page warns of what is wrong and leads to the page', async () => {
  houseServer({ state: aState({ lastGoodAt: null, wal: null, troubles: ['never', 'sameDisk', 'off'] }) });
  await showPage(<BackupCard />, { at: '/operator', ...around });
  expect(await screen.findByText(/There is no good backup yet/)).toBeTruthy();
  expect(screen.getByText('Never')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe('/operator/backups');
});
