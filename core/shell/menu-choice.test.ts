import { expect, test } from 'vitest';
import { currentItem, menuChoice, menuPages } from './menu-choice.ts';

const menu = [
  { key: '/home', name: 'Home', child: [] },
  {
    key: 'data',
    name: 'Data',
    child: [
      { key: '/data/dashboard', name: 'Dashboard', child: [] },
      { key: '/data', name: 'Reports', child: [] },
    ],
  },
];

test('[SHELL-27] selecting a menu item goes to its key and opens the AI-call page on tab 3', () => {
  expect(menuChoice('/seating/aiCall')).toEqual({ go: '/seating/aiCall', aiCallTab: 3 });
});

test('[SHELL-07] the menu as pages, each with its section', () => {
  expect(menuPages(menu).map(({ item, section }) => [item.key, section?.name ?? null])).toEqual([
    ['/home', null],
    ['/data/dashboard', 'Data'],
    ['/data', 'Data'],
  ]);
});

test.each([
  ['/home', '/home'],
  ['/data/dashboard/7', '/data/dashboard'],
  ['/data/calls', '/data'],
  ['/homework', null],
])('[SHELL-07] on %s the item %s is marked', (path, expected) => {
  expect(currentItem(menu, path)).toBe(expected);
});
