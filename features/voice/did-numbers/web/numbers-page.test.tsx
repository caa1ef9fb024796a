import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { didNumbersApi, type DidNumber } from '../contract.ts';
import { didNumbers } from './index.ts';
import NumbersPage from './numbers-page.tsx';

const number: DidNumber = {
  id: 4,
  number: '525550000101',
  countryIso2: 'MX',
  remark: 'Campaign',
  inboundConfig: 1,
  groupId: 3,
  groupName: 'Sales',
  menu: null,
  flowId: null,
  flowName: '',
  enabled: true,
};

async function show(functions: string[], some: Partial<DidNumber> = {}) {
  const asked = fakeServer(({ url }) => {
    const path = url.split('?')[0];
    if (path === didNumbersApi.my.path) return { data: { list: [{ ...number, ...some }], total: 1 } };
    if (path === didNumbersApi.groups.path) return { data: [{ groupId: 3, groupName: 'Sales', numbers: [] }] };
    return { data: path === didNumbersApi.flows.path ? [{ flowId: 12, flowName: 'Reception' }] : number };
  });
  await showPage(<NumbersPage />, { viewer: aViewer({ functions: new Set(functions) }), feature: didNumbers });
  return () =>
    asked.filter(({ url }) => url.split('?')[0] === didNumbersApi.inboundConfig.path).map(({ body }) => body);
}

test('[CC-07] a number is given to a flow, with its group for whom the flow cannot serve', async () => {
  const sent = await show(['did-numbers.view', 'did-numbers.edit']);
  fireEvent.click(await screen.findByText('Campaign'));
  fireEvent.click(await screen.findByRole('radio', { name: 'A flow' }));
  fireEvent.click(await screen.findByRole('combobox', { name: 'Flow' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Reception', hidden: true }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent()).toEqual([{ id: 4, inboundConfig: 2, flowId: 12, groupId: 3 }]));
});

test('[CC-04] who may only look sees where callers go', async () => {
  await show(['did-numbers.view']);
  fireEvent.click(await screen.findByText('Campaign'));
  expect(screen.getByText('Sales')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('[CC-04] who opens a number with a menu of keys is told that saving replaces the menu', async () => {
  await show(['did-numbers.view', 'did-numbers.edit'], { inboundConfig: 2 });
  fireEvent.click(await screen.findByText('Campaign'));
  expect(await screen.findByText(/menu of keys/)).toBeTruthy();
});
