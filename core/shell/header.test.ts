import { expect, test } from 'vitest';
import { headerItems, showsSettings, type HeaderFacts, type HeaderItemName } from './header.ts';

const facts: HeaderFacts = { path: '/home', hasSip: true, textSeat: true, voiceSeat: true, systems: 2 };
const settings: HeaderItemName[] = ['autoAnswer', 'lineCheck', 'sms'];
const shown = (more: Partial<HeaderFacts>, names: HeaderItemName[]) =>
  names.filter((name) => headerItems({ ...facts, ...more }).has(name));

test.each([
  ['/home', true],
  ['/customers', true],
  ['/records', true],
  ['/record', false],
  ['/record/12', false],
  ['/workBench', false],
  ['/seating/aiCall', false],
  ['/seating/seatStatus', true],
])('[SHELL-10] the setting control on %s is shown: %s', (path, expected) => {
  expect(showsSettings({ path })).toBe(expected);
});

test('[SHELL-11] [SHELL-12] auto-answer, line check and SMS need a sip seat and shown settings', () => {
  expect(shown({}, settings)).toEqual(settings);
  expect(shown({ hasSip: false }, settings)).toEqual([]);
  expect(shown({ path: '/workBench' }, settings)).toEqual([]);
  expect(shown({ pageHidesSettings: true }, settings)).toEqual([]);
});

test.each([
  [true, true, ['textSeat', 'softphone']],
  [true, false, ['textSeat']],
  [false, true, ['softphone']],
  [false, false, []],
])('[SHELL-13] with a text seat %s and a voice seat %s the header has %j', (textSeat, voiceSeat, expected) => {
  expect(shown({ textSeat, voiceSeat }, ['textSeat', 'softphone'])).toEqual(expected);
});

test.each([
  [0, false],
  [1, false],
  [2, true],
])('[SHELL-18] a member of %d systems sees the switcher: %s', (systems, expected) => {
  expect(headerItems({ ...facts, systems }).has('systemSwitcher')).toBe(expected);
});

test('[SHELL-14] [SHELL-15] [SHELL-17] downloads, help, language, time zone and the user card are there for everybody', () => {
  const everybody: HeaderItemName[] = ['downloads', 'help', 'language', 'timeZone', 'theme', 'userCard'];
  expect(shown({ hasSip: false, textSeat: false, voiceSeat: false, systems: 1, path: '/record' }, everybody)).toEqual(
    everybody,
  );
});
