import { expect, test } from 'vitest';
import { messageTip, qrAddress } from './chat-entry.ts';
import { workbenchTab } from './workbench-tab.ts';

test.each([
  ['?tabIndex=call', 'call'],
  ['?taskId=7&tabIndex=call', 'call'],
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

test('[SHELL-16] a QR code leads to WhatsApp where a number is configured, else to our public chat page', () => {
  expect(qrAddress({ kind: 'whatsapp', number: '525512345678', key: 'sales' }, 'https://seat.example')).toBe(
    'https://wa.me/525512345678',
  );
  expect(qrAddress({ kind: 'whatsapp', key: 'sales' }, 'https://seat.example')).toBe('https://seat.example/c/sales');
  expect(qrAddress({ kind: 'web', key: 'help desk' }, 'https://seat.example')).toBe(
    'https://seat.example/c/help%20desk',
  );
});
