import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { quickRepliesApi } from '../contract.ts';
import { quickReplies } from './index.ts';
import QuickRepliesPage from './quick-replies-page.tsx';

const replies = [
  { id: 1, shortcut: 'hello', text: 'Hello {name}', personal: false },
  { id: 2, shortcut: 'mine', text: 'My own', personal: true },
];

async function show(functions: string[], list = replies) {
  const asked = fakeServer(({ method }) => ({ data: method === 'GET' ? list : null }));
  await showPage(<QuickRepliesPage />, { viewer: aViewer({ functions: new Set(functions) }), feature: quickReplies });
  return asked;
}

test('[CHAT-07] an agent keeps own quick replies; those of the team are only read', async () => {
  const asked = await show(['quick-replies.use']);
  expect(await screen.findByRole('button', { name: 'Change /mine' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Change /hello' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Add quick reply' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByRole('textbox', { name: /Shortcut/ }), { target: { value: 'by e' } });
  fireEvent.change(dialog.getByRole('textbox', { name: 'Text' }), { target: { value: 'Bye ' } });
  fireEvent.click(dialog.getByRole('button', { name: '{name}' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(asked.find(({ method }) => method === 'POST')).toMatchObject({
      url: quickRepliesApi.add.path,
      body: { shortcut: 'bye', text: 'Bye {name}', personal: true },
    }),
  );
});

test('a team without quick replies is told what they are good for', async () => {
  await show(['quick-replies.use'], []);
  expect(await screen.findByText('No quick replies yet')).toBeTruthy();
});
