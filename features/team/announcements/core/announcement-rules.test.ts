import { expect, test } from 'vitest';
import { announcementPollMs } from './announcement-poll.ts';
import { announcementStatus } from './announcement-status.ts';
import { textPieces } from './text-pieces.ts';

test.each([
  [null, 180_000],
  ['false', 180_000],
  ['', 180_000],
  ['true', 60_000],
] as const)('[ANN-01] with the setting AnnouncementFastPoll %j pages look every %i ms', (value, ms) => {
  expect(announcementPollMs(value)).toBe(ms);
});

test.each([
  [99, 'scheduled'],
  [100, 'inEffect'],
  [199, 'inEffect'],
  [200, 'ended'],
] as const)('[ANN-01] an announcement from 100 to 200 is at %i %s', (nowMs, status) => {
  expect(announcementStatus({ startsMs: 100, endsMs: 200 }, nowMs)).toBe(status);
});

test('[ANN-01] an announcement without an end stays in effect', () => {
  expect(announcementStatus({ startsMs: 100, endsMs: null }, Number.MAX_SAFE_INTEGER)).toBe('inEffect');
});

test('[ANN-01] paragraphs stay paragraphs and addresses become links', () => {
  expect(textPieces('Read https://status.example/a?b=1.\nThanks\n\n\nBye')).toEqual([
    [
      { text: 'Read ' },
      { text: 'https://status.example/a?b=1', link: 'https://status.example/a?b=1' },
      { text: '.\nThanks' },
    ],
    [{ text: 'Bye' }],
  ]);
});

test('[ANN-01] an address ends before Chinese punctuation and closing brackets', () => {
  expect(textPieces('（见 https://status.example/说明）。')[0]!.map((piece) => piece.text)).toEqual([
    '（见 ',
    'https://status.example/说明',
    '）。',
  ]);
  expect(textPieces('(https://a.example/x_(y))')[0]!.map((piece) => piece.text)).toEqual([
    '(',
    'https://a.example/x_(y)',
    ')',
  ]);
});

test.each(['javascript:alert(1)', 'data:text/html,x', '<a href="x">y</a>', 'ftp://a.example'])(
  '[ANN-01] nothing but web addresses becomes a link: %s',
  (text) => {
    expect(textPieces(text)).toEqual([[{ text }]]);
  },
);
