import { expect, test } from 'vitest';
import { inline, parsePage, plainText, titleOf } from './markdown.ts';

const page = `# Exports
First **bold** line
goes on.

## How
1. Open \`/home\`
2. See [roles](/help/roles-and-members)

- one
- two`;

test('[SHELL-15] a help page has a title, headings, paragraphs and lists', () => {
  expect(
    parsePage(page).map((block) => [
      block.as,
      block.as === 'heading' ? block.text : block.as === 'list' ? block.items.length : null,
    ]),
  ).toEqual([
    ['heading', 'Exports'],
    ['paragraph', null],
    ['heading', 'How'],
    ['list', 2],
    ['list', 2],
  ]);
  expect(titleOf(parsePage(page))).toBe('Exports');
  expect(plainText(parsePage(page))).toBe('Exports First bold line goes on. How Open /home See roles one two');
});

test('[SHELL-15] bold, code and links are read, everything else stays text', () => {
  expect(inline('a **b** `c` [d](/e) <img src=x onerror=alert(1)>')).toEqual([
    { as: 'text', text: 'a ' },
    { as: 'bold', text: 'b' },
    { as: 'text', text: ' ' },
    { as: 'code', text: 'c' },
    { as: 'text', text: ' ' },
    { as: 'link', text: 'd', to: '/e' },
    { as: 'text', text: ' <img src=x onerror=alert(1)>' },
  ]);
});

test.each(['javascript:alert(1)', '//evil.example', 'data:text/html,x', 'http://plain.example'])(
  '[SHELL-15] a link to %s is no link',
  (to) => {
    expect(inline(`[x](${to})`)).toEqual([{ as: 'text', text: `[x](${to})` }]);
  },
);
