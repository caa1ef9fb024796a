import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { agentGroupsApi } from '#features/agent-groups/contract.ts';
import { CALLS_CHANGED } from '#features/calls/contract.ts';
import { deliverEvent } from '#platform/web/user-events.ts';
import { fakeServer } from '#platform/web/test-server.ts';
import { aViewer, showPage } from '#platform/web/test-page.tsx';
import { scriptsApi, type Script } from '../contract.ts';
import CallScripts from './call-scripts.tsx';
import { scripts } from './index.ts';
import ScriptsPage from './scripts-page.tsx';

const welcome: Script = { id: 1, name: 'Welcome', content: 'Hello {customerName}', direction: 'inbound', enabled: true, groupIds: [3], numbers: ['525550000101'], groupNames: ['Sales'], updatedBy: 'Sofía', updatedAt: '2026-11-15 10:00:00' };

async function show(functions = ['scripts.view', 'scripts.edit', 'agent-groups.use'], list = [welcome]) {
  const asked = fakeServer(({ url }) => ({ data: url === scriptsApi.page.path ? { list, total: list.length } : url === agentGroupsApi.all.path ? [{ id: 3, name: 'Sales', groupNo: 1001 }] : url === scriptsApi.add.path ? { id: 2 } : null }));
  await showPage(<ScriptsPage />, { viewer: aViewer({ functions: new Set(functions) }), feature: scripts });
  return { sent: (path: string) => asked.filter(({ url }) => url === path).map(({ body }) => body) };
}

test('[CC-13] a script is written, with what the call knows put in by a click', async () => {
  const { sent } = await show();
  fireEvent.click(await screen.findByRole('button', { name: 'New script' }));
  const panel = within(await screen.findByRole('dialog', { name: 'New script' }));
  fireEvent.change(panel.getByRole('textbox', { name: 'Name' }), { target: { value: 'Offer' } });
  const text = panel.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' });
  fireEvent.change(text, { target: { value: 'Good day ' } });
  text.setSelectionRange(9, 9);
  fireEvent.click(panel.getByRole('button', { name: 'Customer’s name' }));
  await waitFor(() => expect(text.value).toBe('Good day {customerName}'));
  fireEvent.click(panel.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent(scriptsApi.add.path)).toEqual([{ name: 'Offer', content: 'Good day {customerName}', direction: 'any', enabled: true, groupIds: [], numbers: [] }]));
});

test('[CC-13] a script is changed, and deleted after a question', async () => {
  const { sent } = await show();
  expect(await screen.findByText('Sales and 525550000101')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Change Welcome' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Change script' }));
  fireEvent.click(panel.getByRole('switch', { name: 'In use' }));
  fireEvent.click(panel.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent(scriptsApi.edit.path)).toEqual([{ id: 1, name: 'Welcome', content: 'Hello {customerName}', direction: 'inbound', enabled: false, groupIds: [3], numbers: ['525550000101'] }]));
  fireEvent.click(screen.getByRole('button', { name: 'Delete Welcome' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(sent(scriptsApi.delete.path)).toEqual([{ id: 1 }]));
});

test('[CC-13] whoever may only look changes nothing', async () => {
  await show(['scripts.view']);
  expect(await screen.findByText('Welcome')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /New script|Change|Delete/ })).toBeNull();
});

test('[CC-13] a script for a call that is not in the book yet is asked for again when the call goes on', async () => {
  let isWritten = false;
  fakeServer(() => (isWritten ? { data: [{ id: 1, name: 'Welcome', content: 'Hello' }] } : { code: 404 }));
  await showPage(<CallScripts callId="now" />, { viewer: aViewer({ functions: new Set(['scripts.use']) }), feature: scripts });
  expect(screen.queryByRole('region', { name: 'What to say' })).toBeNull();
  isWritten = true;
  await waitFor(() => {
    act(() => deliverEvent(CALLS_CHANGED, {}));
    expect(screen.getByText('Hello')).toBeTruthy();
  });
});
