import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { campaignsApi } from '../contract.ts';
import { campaigns } from './index.ts';
import AddToTask from './parts/add-to-task.tsx';
import CampaignNumberPool from './parts/number-pool-field.tsx';

const viewer = aViewer({ functions: new Set(['campaigns.edit', 'dialer.edit']) });

test('[TASK-03] chosen customers come into the task one chooses, and it is said who was left out', async () => {
  const answers: Record<string, unknown> = {
    [campaignsApi.open.path]: [{ id: 4, kind: 'dialer', name: 'Offers', customers: 12 }],
    [campaignsApi.addChosen.path]: { added: 2, duplicates: 1, keptOut: {}, unknown: 0 },
  };
  const asked = fakeServer(({ url }) => ({ data: answers[url.split('?')[0]!] ?? null }));
  let cleared = 0;
  await showPage(<AddToTask ids={[1, 2, 3]} clear={() => void (cleared += 1)} />, { viewer, feature: campaigns });
  fireEvent.click(screen.getByRole('button', { name: 'Add to a task' }));
  fireEvent.click(await screen.findByRole('combobox', { name: 'Task' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Offers · dialler task' }));
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(cleared).toBe(1));
  expect(asked.filter(({ url }) => url === campaignsApi.addChosen.path).map(({ body }) => body)).toEqual([
    { campaignId: 4, customerIds: [1, 2, 3] },
  ]);
});

function Pool() {
  const [numbers, setNumbers] = useState<string[]>([]);
  return (
    <>
      <CampaignNumberPool numbers={numbers} onChange={setNumbers} />
      <p>{numbers.join(' and ')}</p>
    </>
  );
}

test('[TASK-03] numbers of the team are offered to be shown in turns', async () => {
  fakeServer(() => ({ data: [{ number: '525550001111', remark: 'Main' }] }));
  await showPage(<Pool />, { viewer, feature: campaigns });
  fireEvent.click(screen.getByRole('combobox', { name: /Numbers shown in turns/ }));
  fireEvent.click(await screen.findByRole('option', { name: /Main/ }));
  expect(await screen.findByText('525550001111', { selector: 'p' })).toBeTruthy();
});
