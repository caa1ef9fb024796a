import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ensureTexts, startTexts, textFiles } from '#platform/web/i18n.ts';
import type { PublicChannel } from '../../contract.ts';
import { expectationOf } from './expectation.ts';
import type { VisitorLine } from './visitor-line.ts';
import { emptyView } from './visitor-view.fixture.ts';
import { WhereToWrite } from './where-to-write.tsx';

const channel: PublicChannel = {
  key: 'site',
  company: 'Aurora Travel',
  team: 'Travel desk',
  staffed: true,
  answers_in: null,
  open: true,
  opens_in: 0,
  calls: false,
  colour: '#1c7c54',
  position: 'right',
  title: {},
  greeting: {},
  offline: {},
  form: [],
  quick_answers: [],
  files: true,
  rating: true,
};
const line = { view: () => emptyView } as VisitorLine;
const show = (some: Partial<PublicChannel>) =>
  render(<WhereToWrite channel={{ ...channel, ...some }} view={emptyView} line={line} />);
const writing = () => screen.queryByRole('textbox', { name: 'Write a message' });

beforeEach(async () => {
  await startTexts();
  await ensureTexts('chat-channels', textFiles(import.meta.glob('../text/*.json', { import: 'default' })));
});

test.each([
  [{}, 'Travel desk answers you here.'],
  [{ answers_in: 2 }, 'Travel desk answers you here, usually within 2 minutes.'],
  [{ answers_in: 60 }, 'Travel desk answers you here, usually within 1 hour.'],
  [{ staffed: false, answers_in: 2 }, 'Nobody of Travel desk is here right now.'],
])('[CHAT-08] at first sight %o says: %s', (some, text) => {
  expect(expectationOf({ ...channel, ...some })).toBe(text);
});

test('[CHAT-08] while nobody is there one may write and wait, or leave an address for the answer', () => {
  show({ staffed: false });
  expect(screen.getByText(/the first who is back answers here/)).toBeTruthy();
  expect(writing()).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Leave a message with e-mail' }));
  expect(screen.getByRole('heading', { name: 'Nobody is here right now' })).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'Your e-mail' })).toBeTruthy();
  expect(writing()).toBeNull();
});

test('[CHAT-08] outside the hours there is the form, and while somebody is there nothing but the place to write', () => {
  const { unmount } = show({ open: false, staffed: true });
  expect(writing()).toBeNull();
  unmount();
  show({});
  expect(writing()).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Leave a message with e-mail' })).toBeNull();
});
