import { expect, test } from 'vitest';
import { BlockedMedia } from '#shared/codes/blocked-media.ts';
import { permissionGuideFor, zoneReminderDue } from './reminders.ts';

test.each([
  [-360, -360, false, false],
  [-360, 480, false, true],
  [330, 300, false, true],
  [-360, 480, true, false],
  [480, null, false, false],
  [0, 0, false, false],
])(
  '[SHELL-23] browser %d min, saved zone %s min, shown before %s: remind %s',
  (browserOffsetMin, savedZoneOffsetMin, alreadyShownThisSession, expected) => {
    expect(zoneReminderDue({ browserOffsetMin, savedZoneOffsetMin, alreadyShownThisSession })).toBe(expected);
  },
);

test.each([
  [true, false, BlockedMedia.audio],
  [false, true, BlockedMedia.microphone],
  [true, true, BlockedMedia.both],
  [false, false, null],
])('[SHELL-20] audio blocked %s, microphone blocked %s: guide %s', (audioBlocked, micBlocked, expected) => {
  expect(permissionGuideFor({ audioBlocked, micBlocked })).toBe(expected);
});
