import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { priceGuideApi, type GuidePrice, type PriceAnswered } from '../contract.ts';
import GuidePage from './guide-page.tsx';
import { prices } from './index.ts';

const aPrice = (more: Partial<GuidePrice> = {}): GuidePrice => ({
  id: 1,
  service: 'call',
  kind: '',
  variant: '',
  country: '',
  prefix: '5255',
  firstSec: 60,
  nextSec: 6,
  setupE4: 0,
  priceE4: 123,
  isOwn: false,
  ...more,
});

async function show({ nextAt = null as string | null, list = [aPrice()] } = {}) {
  const answers: { service: 'call' | 'sms'; kind: 'manual' | 'inbound' | ''; answer: PriceAnswered }[] = [
    { service: 'call', kind: 'manual', answer: { is: 'price', price: aPrice() } },
    { service: 'call', kind: 'inbound', answer: { is: 'free' } },
    { service: 'sms', kind: '', answer: { is: 'none' } },
  ];
  const coming = {
    beginsAt: '2026-12-01 00:00:00',
    isOwn: false,
    counts: { dearer: 1, cheaper: 0, otherwise: 0, added: 0, removed: 0 },
    total: 1,
    list: [{ change: 'dearer', before: aPrice(), after: aPrice({ id: 2, priceE4: 150 }) }],
  };
  const asked = fakeServer(({ url }) => {
    if (url === priceGuideApi.guide.path)
      return {
        data: { list, total: list.length, totalCapped: false, currency: 'USD', since: '2026-08-01 00:00:00', nextAt },
      };
    if (url === priceGuideApi.guideNumber.path) return { data: { number: '525512345678', country: 'MX', answers } };
    return { data: url === priceGuideApi.guideNext.path ? coming : { downloadId: 3 } };
  });
  await showPage(<GuidePage />, {
    at: '/settings/prices',
    viewer: aViewer({ functions: new Set(['prices.view']) }),
    feature: prices,
  });
  return { sent: (path: string) => asked.filter(({ url }) => url === path).map(({ body }) => body) };
}

test('[CC-11] the guide shows what the team pays, and what calls of one, five and ten minutes cost', async () => {
  await show();
  const table = await screen.findByRole('table', { name: 'Prices' });
  const row = (await within(table).findByText('Calls out')).closest('tr')!;
  const cells = within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent?.trim());
  expect(cells).toEqual([
    'Calls out',
    '+5255',
    '$0.0123 a minute',
    '60/6',
    '$0.0123',
    '$0.0615',
    '$0.123',
    'For everybody',
  ]);
});

test('[CC-11] prices are looked for by words, service, kind and country, and leave as a file', async () => {
  const { sent } = await show();
  await screen.findByText('Calls out');
  fireEvent.change(screen.getByRole('combobox', { name: 'Service' }), { target: { value: 'call' } });
  fireEvent.change(screen.getByRole('combobox', { name: 'Kind of call' }), { target: { value: 'inbound' } });
  await waitFor(() =>
    expect(sent(priceGuideApi.guide.path).at(-1)).toEqual({ page: 1, size: 20, service: 'call', kind: 'inbound' }),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Export' }));
  await waitFor(() =>
    expect(sent(priceGuideApi.guideExport.path)).toEqual([{ file: 'xlsx', service: 'call', kind: 'inbound' }]),
  );
});

test('[CC-11] one number is asked for: its price, what costs nothing, and what is refused', async () => {
  const { sent } = await show();
  fireEvent.change(await screen.findByLabelText(/^Telephone number/), { target: { value: '+52 55 1234 5678' } });
  fireEvent.click(screen.getByRole('button', { name: 'Show prices' }));
  const answer = await screen.findByRole('table', { name: 'What does a number cost?' });
  expect(within(answer).getByText('Calls by hand')).toBeTruthy();
  expect(within(answer).getByText('Costs nothing')).toBeTruthy();
  expect(within(answer).getByText('No price: refused')).toBeTruthy();
  expect(screen.getByText('+525512345678')).toBeTruthy();
  expect(sent(priceGuideApi.guideNumber.path)).toEqual([{ number: '+52 55 1234 5678' }]);
});

test('[CC-11] new prices are announced with their date, and what they change is shown', async () => {
  await show({ nextAt: '2026-12-01 00:00:00' });
  expect(await screen.findByText('New prices begin on Dec 1, 2026, 00:00.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'What changes' }));
  const panel = await screen.findByRole('dialog', { name: 'What changes' });
  expect(await within(panel).findByText('1 becomes dearer')).toBeTruthy();
  expect(within(panel).getByText('$0.0123 a minute · 60/6')).toBeTruthy();
  expect(within(panel).getByText('$0.015 a minute · 60/6')).toBeTruthy();
});

test('[CC-11] without a list in force the page says that nothing is charged', async () => {
  await show({ list: [] });
  expect(await screen.findByText('No prices yet')).toBeTruthy();
});
