import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { rehearsalApi } from '../contract.ts';
import { rehearsal } from './index.ts';
import CallInPart from './parts/call-in-part.tsx';
import TrunkPart from './parts/trunk-part.tsx';

const viewer = aViewer({ functions: new Set(['rehearsal.use']) });

test('[CC-12] one click adds the rehearsal trunk, and taking it away asks first', async () => {
  let isThere = false;
  const asked = fakeServer(({ url }) => {
    if (url === rehearsalApi.addTrunk.path) isThere = true;
    if (url === rehearsalApi.removeTrunk.path) isThere = false;
    return { data: url === rehearsalApi.trunk.path ? { isThere, numbers: isThere ? ['12025550100'] : [] } : null };
  });
  const changes = () => asked.filter(({ url }) => url !== rehearsalApi.trunk.path).map(({ url }) => url);
  await showPage(<TrunkPart />, { viewer, feature: rehearsal });
  fireEvent.click(await screen.findByRole('button', { name: 'Add rehearsal trunk and number' }));
  expect(await screen.findByText(/\+1 202-?\s?555-?\s?0100/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Take rehearsal away' }));
  const question = await screen.findByRole('alertdialog');
  expect(changes()).toEqual([rehearsalApi.addTrunk.path]);
  fireEvent.click(within(question).getByRole('button', { name: 'Take rehearsal away' }));
  expect(await screen.findByRole('button', { name: 'Add rehearsal trunk and number' })).toBeTruthy();
  expect(changes()).toEqual([rehearsalApi.addTrunk.path, rehearsalApi.removeTrunk.path]);
});

test('[CC-12] a customer calls the number that rings at me first', async () => {
  const asked = fakeServer(({ url }) => ({
    data:
      url === rehearsalApi.stage.path
        ? { numbers: [], dids: [{ number: '12025550100', remark: '', ringsHere: true }], customers: [] }
        : { customerId: 'customer-1', from: '525512345678' },
  }));
  await showPage(<CallInPart />, { viewer, feature: rehearsal });
  fireEvent.click(await screen.findByRole('button', { name: /^Let a customer call in to \+1/ }));
  await waitFor(() =>
    expect(asked.find(({ url }) => url === rehearsalApi.callIn.path)?.body).toMatchObject({ did: '12025550100' }),
  );
});

test('[CC-12] without a number nobody calls', async () => {
  fakeServer(() => ({ data: { numbers: [], dids: [], customers: [] } }));
  await showPage(<CallInPart />, { viewer, feature: rehearsal });
  expect(screen.queryByRole('button')).toBeNull();
});
