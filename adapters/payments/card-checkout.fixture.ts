import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { KEY_NAME } from './read-card-event.ts';

export const CARD_KEY = 'sk_test_of_nobody';
export const CARD_HOOK_SECRET = 'whsec_of_nobody';

interface Session {
  id: string;
  url: string;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  client_reference_id: string;
  amount_total: number;
  currency: string;
  success_url: string;
}

/** The signature of a call at a moment. */
export const cardSignature = (body: string, atMs: number, secret = CARD_HOOK_SECRET): string => {
  const moment = Math.floor(atMs / 1_000);
  return `t=${moment},v1=${createHmac('sha256', secret).update(`${moment}.${body}`).digest('hex')}`;
};

/** A server that speaks as much of the checkout protocol as we use, on a port of this machine. */
export async function openCheckoutServer() {
  const sessions = new Map<string, Session>();
  const byIdempotency = new Map<string, string>();
  let isAway = false;
  const answer = (reply: ServerResponse, status: number, body: object) =>
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

  function begin(form: URLSearchParams, idempotency: string): Session | { error: { message: string } } {
    const known = byIdempotency.get(idempotency);
    if (known) return sessions.get(known)!;
    const amount = Number(form.get('line_items[0][price_data][unit_amount]'));
    if (form.get('mode') !== 'payment' || !Number.isInteger(amount) || amount <= 0)
      return { error: { message: 'Invalid integer' } };
    if (form.get(`payment_intent_data[metadata][${KEY_NAME}]`) !== form.get('client_reference_id'))
      return { error: { message: 'no metadata' } };
    const id = `cs_test_${randomUUID()}`;
    const session: Session = {
      id,
      url: `${address}/pay/${id}`,
      status: 'open',
      payment_status: 'unpaid',
      client_reference_id: form.get('client_reference_id')!,
      amount_total: amount,
      currency: form.get('line_items[0][price_data][currency]')!,
      success_url: form.get('success_url')!,
    };
    sessions.set(id, session);
    byIdempotency.set(idempotency, id);
    return session;
  }

  const server = createServer((asked, reply) => {
    let text = '';
    asked.on('data', (piece: Buffer) => (text += piece.toString()));
    asked.on('end', () => {
      if (isAway) return void answer(reply, 503, { error: { message: 'away' } });
      if (asked.headers.authorization !== `Bearer ${CARD_KEY}`)
        return void answer(reply, 401, { error: { message: 'Invalid API Key' } });
      if (asked.method === 'POST' && asked.url === '/v1/checkout/sessions') {
        const begun = begin(new URLSearchParams(text), String(asked.headers['idempotency-key']));
        return void answer(reply, 'error' in begun ? 400 : 200, begun);
      }
      const charged = /^\/v1\/charges\/ch_(.+)$/.exec(asked.url ?? '')?.[1];
      if (charged !== undefined)
        return void answer(reply, 200, {
          id: `ch_${charged}`,
          metadata: charged === 'foreign' ? {} : { [KEY_NAME]: charged },
        });
      const found = sessions.get(asked.url?.split('/').at(-1) ?? '');
      return void answer(reply, found ? 200 : 404, found ?? { error: { message: 'No such checkout.session' } });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const event = (type: string, object: object): string =>
    JSON.stringify({ id: `evt_${randomUUID()}`, object: 'event', type, data: { object } });
  return {
    address,
    sessions,
    ofKey: (key: string): Session => [...sessions.values()].find((one) => one.client_reference_id === key)!,
    away(next: boolean): void {
      isAway = next;
    },
    /** Somebody pays on the provider's page; answers the event that is told of it. */
    pay(key: string): string {
      const session = this.ofKey(key);
      Object.assign(session, { status: 'complete', payment_status: 'paid' });
      return event('checkout.session.completed', session);
    },
    expire(key: string): string {
      const session = this.ofKey(key);
      session.status = 'expired';
      return event('checkout.session.expired', session);
    },
    /** So much of it went back to the card, all together. */
    refund: (key: string, refundedMinor: number, currency: string): string =>
      event('charge.refunded', {
        amount_refunded: refundedMinor,
        currency: currency.toLowerCase(),
        metadata: { [KEY_NAME]: key },
      }),
    /** Whoever paid asks their bank for it; or what became of that. */
    dispute: (key: string, what: { ref: string; amountMinor: number; currency: string; status: string }): string =>
      event(what.status === 'won' || what.status === 'lost' ? 'charge.dispute.closed' : 'charge.dispute.created', {
        id: what.ref,
        charge: `ch_${key}`,
        amount: what.amountMinor,
        currency: what.currency.toLowerCase(),
        status: what.status,
      }),
    other: (): string => event('customer.created', { id: 'cus_1' }),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
