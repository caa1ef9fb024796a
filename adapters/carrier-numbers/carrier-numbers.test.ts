import { expect, test } from 'vitest';
import type { HttpCarrierAccount } from '#core/numbers/carrier-numbers.port.ts';
import { allNumbers, carrierNumbersSuite } from '#core/numbers/carrier-numbers.suite.ts';
import { openCarrierServer } from './carrier-server.fixture.ts';
import { httpNumbers } from './http-numbers.ts';
import { telnyxNumbers } from './telnyx-numbers.ts';
import { twilioNumbers } from './twilio-numbers.ts';

const SID = 'AC0123456789abcdef0123456789abcdef';
const refused = { status: 401, body: { message: 'Authenticate' } };
const pieceOf = <T>(list: readonly T[], page: number, size: number): T[] => list.slice(page * size, (page + 1) * size);

const TWILIO_PAGE = 500;
const twilio = () =>
  openCarrierServer(
    ({ request, url, owned }) => {
      if (request.headers.authorization !== `Basic ${Buffer.from(`${SID}:s3cret`).toString('base64')}`) return refused;
      if (url.pathname !== `/2010-04-01/Accounts/${SID}/IncomingPhoneNumbers.json`) return { status: 404, body: {} };
      const [page, size] = [Number(url.searchParams.get('Page') ?? 0), Number(url.searchParams.get('PageSize'))];
      const next = (page + 1) * size < owned.length;
      return {
        status: 200,
        body: {
          page,
          page_size: size,
          incoming_phone_numbers: pieceOf(owned, page, size).map(({ number, name }) => ({
            phone_number: number,
            friendly_name: name,
          })),
          next_page_uri: next ? `${url.pathname}?PageSize=${size}&Page=${page + 1}&PageToken=PA${page + 1}` : null,
        },
      };
    },
    (server, secret, way) => twilioNumbers({ accountSid: SID, secret }, way, server),
  );

const TELNYX_PAGE = 250;
const telnyx = () =>
  openCarrierServer(
    ({ request, url, owned }) => {
      if (request.headers.authorization !== 'Bearer s3cret') return refused;
      if (url.pathname !== '/v2/phone_numbers') return { status: 404, body: {} };
      const [page, size] = [Number(url.searchParams.get('page[number]')), Number(url.searchParams.get('page[size]'))];
      return {
        status: 200,
        body: {
          data: pieceOf(owned, page - 1, size).map(({ number, name }) => ({
            phone_number: number,
            customer_reference: name,
          })),
          meta: {
            total_pages: Math.ceil(owned.length / size),
            total_results: owned.length,
            page_number: page,
            page_size: size,
          },
        },
      };
    },
    (server, secret, way) => telnyxNumbers({ secret }, way, server),
  );

const HTTP_PAGE = 3;
const described = (server: string, secret: string, over: Partial<HttpCarrierAccount> = {}): HttpCarrierAccount => ({
  kind: 'http',
  url: `${server}/numbers?page={page}`,
  headers: { 'X-Key': '{secret}' },
  secret,
  listPath: 'result.items',
  numberPath: 'did.e164',
  namePath: 'label',
  nextPath: '',
  totalPath: '',
  ...over,
});
const itemsOf = (owned: { number: string; name: string }[]) =>
  owned.map(({ number, name }) => ({ did: { e164: number }, label: name }));
const http = () =>
  openCarrierServer(
    ({ request, url, owned }) =>
      request.headers['x-key'] === 's3cret'
        ? {
            status: 200,
            body: { result: { items: itemsOf(pieceOf(owned, Number(url.searchParams.get('page')) - 1, HTTP_PAGE)) } },
          }
        : refused,
    (server, secret, way) => httpNumbers(described(server, secret), way),
  );

carrierNumbersSuite('Twilio', TWILIO_PAGE, twilio);
carrierNumbersSuite('Telnyx', TELNYX_PAGE, telnyx);
carrierNumbersSuite('a carrier somebody described', HTTP_PAGE, http);

const owned = Array.from({ length: 7 }, (_, at) => ({ number: `5255500000${at}0`, name: '' }));
const cursorServer = (lead: (page: number) => string, over: Partial<HttpCarrierAccount>, url = '/numbers') =>
  openCarrierServer(
    ({ url: { searchParams }, owned: all }) => {
      const page = Number(searchParams.get('after') || 0);
      const body = { items: itemsOf(pieceOf(all, page, HTTP_PAGE)), total: all.length };
      return {
        status: 200,
        body: (page + 1) * HTTP_PAGE < all.length ? { ...body, next: lead(page + 1) } : body,
      };
    },
    (server, secret, way) =>
      httpNumbers(
        described(server, secret, { url: `${server}${url}`, listPath: 'items', nextPath: 'next', ...over }),
        way,
      ),
  );

test('[CC-04] a described list is followed by a word, or by an address of the same server', async () => {
  for (const carrier of [
    await cursorServer(String, { totalPath: 'total' }, '/numbers?after={cursor}'),
    await cursorServer((page) => `/numbers?after=${page}`, {}),
  ]) {
    carrier.owns(owned);
    expect((await allNumbers(carrier.numbers)).found.map(({ number }) => number)).toEqual(
      owned.map(({ number }) => number),
    );
    await carrier.close();
  }
});

test('[CC-04] a list that leads to another server is not followed there: it would get the secret', async () => {
  const carrier = await cursorServer(() => 'https://elsewhere.test/numbers', {});
  carrier.owns(owned);
  const { next } = await carrier.numbers.page(null);
  await expect(carrier.numbers.page(next)).rejects.toMatchObject({ trouble: 'notUnderstood' });
  expect(carrier.asked()).toBe(1);
  await carrier.close();
});

test('[CC-04] a list of bare texts is a list of numbers, and an address without pages is asked once', async () => {
  const carrier = await openCarrierServer(
    () => ({ status: 200, body: ['+525550000101', '31205550100'] }),
    (server, secret, way) =>
      httpNumbers(described(server, secret, { url: `${server}/all`, listPath: '', numberPath: '', namePath: '' }), way),
  );
  expect(await allNumbers(carrier.numbers)).toEqual({
    found: [
      { number: '525550000101', name: '' },
      { number: '31205550100', name: '' },
    ],
    skipped: 0,
  });
  expect(carrier.asked()).toBe(1);
  await carrier.close();
});
