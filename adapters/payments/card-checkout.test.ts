import { afterAll, expect, test } from 'vitest';
import { openOutsideFetch } from '#adapters/http/open-outside-fetch.ts';
import { CardRefusal, type CardPaymentWish } from '#core/money/payments.port.ts';
import { CARD_HOOK_SECRET, CARD_KEY, cardSignature, openCheckoutServer } from './card-checkout.fixture.ts';
import { openCardCheckout } from './open-card-checkout.ts';

const there = await openCheckoutServer();
afterAll(there.close);
const outside = openOutsideFetch({ allowPrivate: true });
const opened = (secretKey = CARD_KEY, httpsOnly = false) =>
  openCardCheckout({ apiUrl: `${there.address}/`, secretKey, webhookSecret: CARD_HOOK_SECRET }, outside, { httpsOnly });
const provider = opened();
const aWish = (wishes: Partial<CardPaymentWish> = {}): CardPaymentWish => ({
  key: '5b0e8f6e-3f6e-4c0c-9a83-6f2f3f1b7a01',
  amountMinor: 1_250,
  currency: 'EUR',
  title: 'Balance top-up',
  paidUrl: 'https://openseat.example/settings/balance?payment=x',
  leftUrl: 'https://openseat.example/settings/balance',
  ...wishes,
});
const readHook = (body: string, signature = cardSignature(body, 1_000_000)) =>
  provider.read({ body: Buffer.from(body), signature }, 1_000_000);

test('a checkout that is asked for twice is one, and is known again by our key', async () => {
  const wish = aWish();
  const [first, second] = [await provider.begin(wish), await provider.begin(wish)];
  expect(second).toEqual(first);
  expect(await provider.look(first.ref)).toEqual({ key: wish.key, state: 'open', amountMinor: 1_250, currency: 'EUR' });
  expect(readHook(there.pay(wish.key))).toMatchObject({
    what: 'payment',
    key: wish.key,
    state: 'paid',
    currency: 'EUR',
  });
  expect((await provider.look(first.ref)).state).toBe('paid');
});

test('a wrong key, an amount nobody pays, a provider that is away and plain http are refusals', async () => {
  const refused = (wish: Promise<unknown>) => expect(wish).rejects.toThrow(CardRefusal);
  await refused(opened('sk_wrong').begin(aWish({ key: 'other' })));
  await refused(provider.begin(aWish({ key: 'none', amountMinor: 0 })));
  await refused(provider.look('cs_nobody'));
  await refused(opened(CARD_KEY, true).look('cs_nobody'));
  there.away(true);
  await refused(provider.begin(aWish({ key: 'away' })));
  there.away(false);
});

test('only what is signed with the secret, of these bytes and of this time, is heard', () => {
  const body = there.refund('k', 500, 'EUR');
  expect(readHook(body)).toEqual({ what: 'refunded', key: 'k', refundedMinor: 500, currency: 'EUR' });
  const right = cardSignature(body, 1_000_000);
  // While a secret is changed calls carry two signatures.
  expect(readHook(body, `${right.split(',')[0]},v1=${'0'.repeat(64)},${right.split(',')[1]}`)).not.toBeNull();
  for (const signature of ['', 'v1=', right.replace('v1', 'v0'), right.replace('t=', 't=1'), `${right}0`])
    expect(readHook(body, signature), signature).toBeNull();
  expect(readHook(body, cardSignature(body, 1_000_000 - 301_000))).toBeNull();
  expect(readHook(body, cardSignature(body, 1_000_000 + 301_000))).toBeNull();
  expect(readHook('no json')).toBeNull();
  expect(readHook(there.other())).toEqual({ what: 'other' });
});
