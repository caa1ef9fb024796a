import { expect, test } from 'vitest';
import { aMessage } from './inbox.fixture.ts';
import { fillQuickText, findQuick, typedCommand } from './quick-text.ts';
import { textPieces } from './text-links.ts';
import { threadRows } from './thread-rows.ts';

const dayOf = (at: string) => at.slice(0, 10);

test('[CHAT-07] messages are grouped by writer and time, under day marks and below the unread line', () => {
  const messages = [
    aMessage({ no: 1, created_at: '2026-11-14 23:59:00' }),
    aMessage({ no: 2, created_at: '2026-11-15 00:00:10' }),
    aMessage({ no: 3, created_at: '2026-11-15 00:01:00' }),
    aMessage({ no: 4, author: 'agent', created_at: '2026-11-15 00:01:30' }),
    aMessage({ no: 5, author: 'agent', created_at: '2026-11-15 00:09:00' }),
    aMessage({ no: 6, created_at: '2026-11-15 00:10:00' }),
  ];
  const rows = threadRows(messages, [], 5, dayOf);
  expect(
    rows.map((row) =>
      row.kind === 'message' ? `${row.message.no}${row.isFirst ? ' first' : ''}${row.isLast ? ' last' : ''}` : row.key,
    ),
  ).toEqual([
    'day 2026-11-14',
    '1 first last',
    'day 2026-11-15',
    '2 first',
    '3 last',
    '4 first last',
    '5 first last',
    'unread',
    '6 first last',
  ]);
});

test('[CHAT-07] what is on its way stands at the end and keeps its place when it is stored', () => {
  const outgoing = {
    message: aMessage({ no: 0, author: 'agent', client_id: 'x' }),
    at: 'sending' as const,
    progress: 0,
    why: '',
  };
  const before = threadRows([aMessage({ no: 1 })], [outgoing], 9, dayOf);
  const after = threadRows([aMessage({ no: 1 }), aMessage({ no: 2, author: 'agent', client_id: 'x' })], [], 9, dayOf);
  expect(before.map(({ key }) => key)).toEqual(after.map(({ key }) => key));
});

test.each([
  [
    'Hello {name}, I am {agent} of {company}.',
    { name: 'Lena', agent: 'Ana', company: 'Aurora' },
    'Hello Lena, I am Ana of Aurora.',
  ],
  ['Hello {name}, welcome', { name: '', agent: 'Ana', company: '' }, 'Hello, welcome'],
  ['{name} {unknown}', { name: 'Lena', agent: '', company: '' }, 'Lena {unknown}'],
])('[CHAT-07] the quick reply "%s" is filled in', (text, facts, filled) => {
  expect(fillQuickText(text, facts)).toBe(filled);
});

test.each([
  ['/hel', 4, { sign: '/', words: 'hel', from: 0 }],
  ['see /hel', 8, null],
  ['/hello there', 12, null],
  ['ask @bu', 7, { sign: '@', words: 'bu', from: 4 }],
  ['mail a@b', 8, null],
] as const)('[CHAT-07] "%s" asks for quick replies or colleagues', (text, caret, found) => {
  expect(typedCommand(text, caret)).toEqual(found);
});

test('[CHAT-07] quick replies are found by shortcut first, then by what they say', () => {
  const replies = [
    { shortcut: 'bye', text: 'Thank you for your hello' },
    { shortcut: 'hello', text: 'Good morning' },
    { shortcut: 'x', text: 'y' },
  ];
  expect(findQuick(replies, 'hel').map(({ shortcut }) => shortcut)).toEqual(['hello', 'bye']);
});

test('[CHAT-07] addresses in a message are links, and nothing else is', () => {
  expect(textPieces('See https://a.example/x?y=1. Or javascript:alert(1)')).toEqual([
    { text: 'See ', href: null },
    { text: 'https://a.example/x?y=1', href: 'https://a.example/x?y=1' },
    { text: '. Or javascript:alert(1)', href: null },
  ]);
});
