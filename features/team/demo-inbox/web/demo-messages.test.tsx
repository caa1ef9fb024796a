import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { DemoMessages } from './index.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const aMail = {
  id: 1,
  channel: 'mail',
  to: 'ana@aurora.example',
  subject: '123456 is your code',
  text: 'Your code is 123456.',
  at: '2026-11-15 10:00:00',
};
const serverWith = (...answers: object[][]) => {
  const fetched = vi.fn<typeof fetch>(
    async () =>
      new Response(JSON.stringify({ code: 0, data: answers.length > 1 ? answers.shift() : answers[0], msg: '' })),
  );
  vi.stubGlobal('fetch', fetched);
  return fetched;
};
async function open(): Promise<void> {
  render(<DemoMessages />);
  const summary = await screen.findByText('Messages this demo would have sent');
  const details = summary.closest('details')!;
  details.open = true;
  fireEvent(details, new Event('toggle'));
}

test('a message shows whom it was for, and copies its code', async () => {
  serverWith([aMail]);
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await open();
  expect(await screen.findByText('To ana@aurora.example')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Copy 123456' }));
  expect(await screen.findByText('Copied.')).toBeTruthy();
  expect(writeText).toHaveBeenCalledWith('123456');
});

test('nothing is asked before it is opened; coming back to the page asks again', async () => {
  const fetched = serverWith([], [aMail]);
  render(<DemoMessages />);
  await screen.findByText('Messages this demo would have sent');
  expect(fetched).not.toHaveBeenCalled();
  cleanup();
  await open();
  expect(await screen.findByText('No messages yet.')).toBeTruthy();
  fireEvent(window, new Event('focus'));
  expect(await screen.findByText('123456 is your code')).toBeTruthy();
});
