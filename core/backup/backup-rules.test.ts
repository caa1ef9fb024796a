import { expect, test } from 'vitest';
import { backupFor } from './backup-manifest.ts';
import { defaultBackupPlan, isBackupDue, lastDueMs } from './backup-plan.ts';
import { agedBackups, backupsToRemove } from './backup-retention.ts';
import type { KeptBackup } from './backups.port.ts';
import { troublesOfBackups, type BackupStanding } from './backup-trouble.ts';
import { segmentName, segmentOf, segmentsBetween, walReach } from './wal-segments.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOON = Date.parse('2026-11-18T12:00:00Z');

test('segments of the log are counted over the end of a file of 4 GB', () => {
  expect(segmentOf('0000000100000002000000FF')).toEqual({ timeline: 1, number: 767 });
  expect(segmentName({ timeline: 2, number: 768 })).toBe('000000020000000300000000');
  expect(segmentOf('00000002.history')).toBeNull();
  expect(segmentOf('0000000100000000000000A1.partial')).toBeNull();
  expect(segmentsBetween('0000000100000000000000FE', '000000010000000100000000')).toEqual([
    '0000000100000000000000FE',
    '0000000100000000000000FF',
    '000000010000000100000000',
  ]);
});

test('a log reaches as far as no segment is missing, also where a restore began another timeline', () => {
  const names = [
    '000000010000000000000001',
    '000000010000000000000002',
    '000000020000000000000002',
    '00000002.history',
  ];
  expect(walReach([...names, '000000020000000000000003'], names[0]!)).toEqual({
    last: '000000020000000000000003',
    missing: null,
  });
  expect(walReach([...names, '000000020000000000000005'], names[0]!)).toEqual({
    last: '000000020000000000000002',
    missing: '000000020000000000000003',
  });
  expect(walReach(names, '000000010000000000000000')).toEqual({ last: null, missing: '000000010000000000000000' });
  expect(walReach([], names[0]!)).toEqual({ last: null, missing: null });
});

test('of backups the last of each day, week and month stays, and the last good one whatever is wished', () => {
  const daily = Array.from({ length: 100 }, (_, day) => ({
    id: `day-${day}`,
    finishedAtMs: NOON - day * DAY,
    isGood: true,
  }));
  const gone = new Set(backupsToRemove(daily, { days: 7, weeks: 4, months: 3 }, NOON));
  // 18 November 2026 is a Wednesday: Sundays are 3, 10 and 17 days ago, the ends of months 18 and 49.
  expect(daily.filter(({ id }) => !gone.has(id)).map(({ id }) => id)).toEqual(
    [0, 1, 2, 3, 4, 5, 6, 10, 17, 18, 49].map((day) => `day-${day}`),
  );
  const old = [{ id: 'old', finishedAtMs: NOON - 900 * DAY, isGood: true }];
  expect(backupsToRemove(old, { days: 1, weeks: 0, months: 0 }, NOON)).toEqual([]);
  const damaged = { id: 'new but damaged', finishedAtMs: NOON - DAY, isGood: false };
  expect(backupsToRemove([damaged, ...old], { days: 1, weeks: 0, months: 0 }, NOON)).toEqual([]);
  expect(backupsToRemove([damaged, ...daily], { days: 1, weeks: 1, months: 1 }, NOON)).toContain('new but damaged');
  expect(backupsToRemove([damaged], { days: 1, weeks: 0, months: 0 }, NOON)).toEqual([]);
});

test('what cannot be read is never removed: nobody knows whether it is whole', () => {
  const kept = (id: string, days: number | null, damage: string | null): KeptBackup => ({
    id,
    manifest: days === null ? null : ({ finishedAtMs: NOON - days * DAY } as KeptBackup['manifest']),
    damage,
    checkedAtMs: null,
  });
  const all = [kept('good', 0, null), kept('damaged', 1, 'files/a'), kept('unreadable', null, 'manifest.json')];
  expect(backupsToRemove(agedBackups(all), { days: 1, weeks: 0, months: 0 }, NOON)).toEqual(['damaged']);
});

test('a backup is due once in its turn, and one that failed is tried again after a while', () => {
  const plan = { ...defaultBackupPlan, isOn: true, atHour: 2, everyHours: 24 };
  const due = Date.parse('2026-11-18T02:00:00Z');
  expect(lastDueMs(plan, NOON)).toBe(due);
  expect(lastDueMs({ atHour: 23, everyHours: 6 }, NOON)).toBe(Date.parse('2026-11-18T11:00:00Z'));
  expect(isBackupDue(plan, { triedMs: null, goodMs: null }, NOON)).toBe(true);
  expect(isBackupDue({ ...plan, isOn: false }, { triedMs: null, goodMs: null }, NOON)).toBe(false);
  expect(isBackupDue(plan, { triedMs: due + 1, goodMs: due + 1 }, NOON)).toBe(false);
  expect(isBackupDue(plan, { triedMs: due - 1, goodMs: due - 1 }, NOON)).toBe(true);
  expect(isBackupDue(plan, { triedMs: NOON - 60_000, goodMs: due - DAY }, NOON)).toBe(false);
  expect(isBackupDue(plan, { triedMs: NOON - 16 * 60_000, goodMs: due - DAY }, NOON)).toBe(true);
});

test('what is wrong with backups is told, the gravest first', () => {
  const fine: BackupStanding = {
    plan: { isOn: true, everyHours: 24, loseMinutes: 5 },
    hasFolder: true,
    isUnreleased: false,
    hasUnreadable: false,
    hasRemovalFailed: false,
    lastGoodMs: NOON - 10 * HOUR,
    isNewestDamaged: false,
    hasFailed: false,
    wal: { archivedMs: NOON - 60_000, isFailing: false, hasGap: false },
    freeBytes: 1e12,
    lastAddedBytes: 1e9,
    isSameDisk: false,
  };
  const troubles = (some: Partial<BackupStanding>) => troublesOfBackups({ ...fine, ...some }, NOON);
  expect(troubles({})).toEqual([]);
  expect(troubles({ hasFolder: false, lastGoodMs: null })).toEqual(['noFolder']);
  expect(troubles({ lastGoodMs: null, plan: { ...fine.plan, isOn: false } })).toEqual(['never', 'off']);
  expect(troubles({ lastGoodMs: NOON - 27 * HOUR, hasFailed: true })).toEqual(['tooOld', 'lastFailed']);
  expect(troubles({ wal: { archivedMs: NOON - 16 * 60_000, isFailing: true, hasGap: false } })).toEqual([
    'walStopped',
    'walOld',
  ]);
  expect(troubles({ isUnreleased: true, lastGoodMs: NOON - 90 * HOUR })).toEqual(['unreleased']);
  expect(troubles({ hasUnreadable: true, hasRemovalFailed: true })).toEqual(['unreadable', 'removalFailed']);
  expect(troubles({ isSameDisk: true, freeBytes: 2e9 })).toEqual(['diskLow', 'sameDisk']);
});

test('a moment is restored from the newest backup that was whole by then', () => {
  const backups = [1, 5, 9].map((finishedAtMs) => ({ finishedAtMs }));
  expect(backupFor(backups, 8)).toEqual({ finishedAtMs: 5 });
  expect(backupFor(backups, Infinity)).toEqual({ finishedAtMs: 9 });
  expect(backupFor(backups, 0)).toBeNull();
});
