import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { accessApi } from '#features/team/access/contract.ts';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { callLabelsApi } from '../contract.ts';
import { callLabels } from './index.ts';
import CallLabelsPage from './call-labels-page.tsx';

const labels = [
  { id: 1, name: 'Sold', colour: 'green', position: 1, enabled: true },
  { id: 2, name: 'Call again', colour: 'amber', position: 2, enabled: true },
];

async function show(functions = ['call-labels.edit', 'access.settings'], list: object[] = labels) {
  const asked = fakeServer(({ url }) => ({
    data:
      url === callLabelsApi.all.path
        ? list
        : url.startsWith(accessApi.configValue.path.split('{')[0]!)
          ? { name: 'CallLabelRequired', value: null }
          : url === callLabelsApi.add.path
            ? { id: 3 }
            : null,
  }));
  await showPage(<CallLabelsPage />, { viewer: aViewer({ functions: new Set(functions) }), feature: callLabels });
  const sent = (path: string) => asked.filter(({ url }) => url === path).map(({ body }) => body);
  return { sent };
}

test('[CC-05] labels are renamed, switched off, moved and added', async () => {
  const { sent } = await show();
  const name = await screen.findByRole('textbox', { name: 'Name of Sold' });
  fireEvent.change(name, { target: { value: 'Bought' } });
  fireEvent.blur(name);
  fireEvent.click(screen.getByRole('switch', { name: 'Agents can choose Call again' }));
  await waitFor(() =>
    expect(sent(callLabelsApi.update.path)).toEqual([
      { id: 1, name: 'Bought', colour: 'green', enabled: true },
      { id: 2, name: 'Call again', colour: 'amber', enabled: false },
    ]),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Move Call again up' }));
  await waitFor(() => expect(sent(callLabelsApi.sort.path)).toEqual([{ ids: [2, 1] }]));
  fireEvent.change(screen.getByRole('textbox', { name: 'Name of the new label' }), {
    target: { value: ' Complaint ' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() =>
    expect(sent(callLabelsApi.add.path)).toEqual([{ name: 'Complaint', colour: 'green', enabled: true }]),
  );
});

test('[CC-05] whoever may change settings makes a label a duty; others do not see the switch', async () => {
  const { sent } = await show();
  fireEvent.click(await screen.findByRole('switch', { name: /A call needs a label/ }));
  await waitFor(() =>
    expect(sent(accessApi.setConfigValue.path)).toEqual([{ name: 'CallLabelRequired', value: 'true' }]),
  );
});

test('a team without labels is told what they are good for', async () => {
  await show(['call-labels.edit'], []);
  expect(await screen.findByText('No labels yet')).toBeTruthy();
  expect(screen.queryByRole('switch')).toBeNull();
});
