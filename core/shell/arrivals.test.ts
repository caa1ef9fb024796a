import { expect, test } from 'vitest';
import { messageTip } from './chat-entry.ts';
import { workbenchTab } from './workbench-tab.ts';

test.each([
  ['?tabIndex=call', 'call'],
  ['?taskId=7&tabIndex=call', 'call'],
  ['?tabIndex=task&customer=7', 'task'],
  ['?tabIndex=calls', 'overview'],
  ['', 'overview'],
] as const)('[SHELL-04] the workbench opened with "%s" shows the tab %s', (search, tab) => {
  expect(workbenchTab(search)).toBe(tab);
});

test('[SHELL-05] opening the chat clears the tip of a new message, other pages keep it', () => {
  expect(messageTip(true, '/interactive/chat')).toBe(false);
  expect(messageTip(true, '/home')).toBe(true);
  expect(messageTip(false, '/home')).toBe(false);
});
