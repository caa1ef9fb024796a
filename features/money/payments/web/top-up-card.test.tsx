import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeServer } from '#platform/web/page-server.fixture.ts';
import { aViewer, showPage } from '#platform/web/page.fixture.tsx';
import { paymentsApi } from '../contract.ts';
import { payments } from './index.ts';
import TopUpCard from './top-up-card.tsx';

async function show({ card = true, at = '/settings/balance', state = 'paid', currency = 'USD' } = {}) {
  const asked = fakeServer(({ url }) => ({
    data: url.startsWith(paymentsApi.ways.path)
      ? { currency, card }
      : url.startsWith(paymentsApi.redeem.path)
        ? { amountE4: 50_000 }
        : url.startsWith(paymentsApi.beginCard.path)
          ? { url: 'https://provider.example/pay/1' }
          : { state, amountE4: 250_000 },
  }));
  const { go: _go, ...drawn } = await showPage(<TopUpCard currency={currency} />, {
    at,
    viewer: aViewer({ functions: new Set(['payments.pay']) }),
    feature: payments,
  });
  return { ...drawn, sent: (path: string) => asked.filter(({ url }) => url === path).map(({ body }) => body) };
}

test('[CC-11] a voucher is typed and what it was worth is said', async () => {
  const { sent } = await show({ card: false });
  fireEvent.change(await screen.findByLabelText('Voucher code'), { target: { value: '7k2m 1111 2222 3333' } });
  fireEvent.click(screen.getByRole('button', { name: 'Redeem' }));
  expect(await screen.findByText('$5.00 were credited.')).toBeTruthy();
  expect(sent(paymentsApi.redeem.path)).toEqual([{ code: '7k2m 1111 2222 3333' }]);
  expect(screen.queryByRole('button', { name: 'Go on to payment' }), 'no provider').toBeNull();
});

test('[CC-11] a card payment leads to the provider’s page; what the currency has no coin for cannot be paid', async () => {
  const assign = vi.fn<(url: string) => void>();
  vi.stubGlobal('location', { ...window.location, assign });
  const { sent } = await show({ currency: 'JPY' });
  const amount = await screen.findByLabelText(/Amount in JPY/);
  fireEvent.change(amount, { target: { value: '500.5' } });
  expect(screen.getByText('Not an amount in JPY, such as 100')).toBeTruthy();
  fireEvent.change(amount, { target: { value: '500' } });
  fireEvent.click(screen.getByRole('button', { name: 'Go on to payment' }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://provider.example/pay/1'));
  expect(sent(paymentsApi.beginCard.path)).toEqual([{ amountE4: 5_000_000 }]);
  vi.unstubAllGlobals();
});

test.each([
  ['paid', 'The payment arrived: $25.00.'],
  ['open', 'The payment is not confirmed yet. It is credited by itself as soon as it is.'],
  ['gone', 'The payment was not made.'],
])('[CC-11] whoever comes back from the provider is told that the payment is %s, once', async (state, message) => {
  const payment = '5b0e8f6e-3f6e-4c0c-9a83-6f2f3f1b7a01';
  const { sent } = await show({ at: `/settings/balance?payment=${payment}`, state });
  expect(await screen.findByText(message)).toBeTruthy();
  expect(sent(paymentsApi.lookCard.path)).toEqual([{ payment }]);
});
