import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { tagsApi } from '../contract.ts';
import { tags } from './index.ts';
import TagsPage from './tags-page.tsx';

const tag = (id: number, name: string, groupId: number | null) => ({
  id,
  name,
  colour: 'blue',
  group_id: groupId,
  position: id,
  customers: 12,
});
const groups = [
  { id: 7, name: 'Worth', tags: [tag(1, 'VIP', 7), tag(2, 'New', 7)] },
  { id: 8, name: 'Service', tags: [] },
  { id: null, name: '', tags: [tag(3, 'Lost', null)] },
];

async function show(list: object[] = groups) {
  const asked = fakeServer(({ url }) => ({ data: url === tagsApi.groupAndTag.path ? list : { id: 9 } }));
  await showPage(<TagsPage />, { viewer: aViewer({ functions: new Set(['tags.edit', 'tags.use']) }), feature: tags });
  return {
    sent: (path: string, method: string) =>
      asked.filter((one) => one.url === path && one.method === method).map(({ body }) => body),
  };
}

test('[CDP-03] tags are renamed, moved within their group and into another, and groups change places', async () => {
  const { sent } = await show();
  const name = await screen.findByRole('textbox', { name: 'Name of VIP' });
  fireEvent.change(name, { target: { value: 'Very important' } });
  fireEvent.blur(name);
  await waitFor(() =>
    expect(sent(tagsApi.update.path, 'PUT')).toEqual([{ id: 1, name: 'Very important', colour: 'blue', group_id: 7 }]),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Move New up' }));
  await waitFor(() => expect(sent(tagsApi.sort.path, 'PUT')).toEqual([{ ids: [2, 1, 3] }]));
  fireEvent.change(screen.getByRole('combobox', { name: 'Group of Lost' }), { target: { value: '8' } });
  await waitFor(() =>
    expect(sent(tagsApi.update.path, 'PUT')).toContainEqual({ id: 3, name: 'Lost', colour: 'blue', group_id: 8 }),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Move Service up' }));
  await waitFor(() => expect(sent(tagsApi.sortGroups.path, 'PUT')).toEqual([{ ids: [8, 7] }]));
});

test('[CDP-03] a team without tags is told what they are good for, and can add the first', async () => {
  const { sent } = await show([]);
  expect(await screen.findByText('No tags yet')).toBeTruthy();
  fireEvent.change(screen.getByRole('textbox', { name: 'Name of the new tag' }), { target: { value: ' VIP ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() =>
    expect(sent(tagsApi.add.path, 'POST')).toEqual([{ name: 'VIP', colour: 'blue', group_id: null }]),
  );
});
