import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { OutsideFailure, type OutsideFailureReason, type OutsideFetch } from '#core/http/outside-fetch.port.ts';
import { rehearsedPhone } from '#core/sms/rehearsal-script.ts';
import type { HttpSmsAccount, SmsReply, SmsReport } from '#core/sms/sms-provider.port.ts';
import { smsProviderSuite } from '#core/sms/sms-provider.suite.ts';
import { openHttpSms } from './open-http-sms.ts';

const account: HttpSmsAccount = {
  kind: 'http',
  url: 'http://carrier.test/send',
  method: 'POST',
  headers: { authorization: 'Bearer {secret}' },
  body: '{"to":"+{to}","from":"{from}","text":"{text}","key":"{id}"}',
  from: 'Aurora',
  secret: 's3cret',
  refPath: 'messages.0.id',
  repeatable: true,
  report: {
    ref: 'id',
    status: 'status',
    delivered: ['delivered', 'ok'],
    failed: ['rejected'],
    pending: ['queued', 'sent'],
  },
  reply: { ref: 'id', from: 'msisdn', to: 'to', text: 'body' },
};

/** Calls by fetch: where the address may lead is another module's care. */
const here =
  (port: number): OutsideFetch =>
  async ({ url, method = 'GET', headers = {}, body }) => {
    const answer = await fetch(url.replace('http://carrier.test', `http://127.0.0.1:${port}`), {
      method,
      headers,
      ...(body === undefined ? {} : { body: body as string }),
    });
    return { status: answer.status, headers: {}, body: new Uint8Array(await answer.arrayBuffer()) };
  };

smsProviderSuite(async () => {
  const [reports, replies, phones]: [SmsReport[], SmsReply[], { to: string; text: string }[]] = [[], [], []];
  const carrier = createServer(async (request, reply) => {
    let body = '';
    for await (const part of request) body += String(part);
    const { to, text, from, key } = JSON.parse(body) as Record<string, string>;
    expect([request.headers.authorization, from]).toEqual(['Bearer s3cret', 'Aurora']);
    const [number, id] = [to!.slice(1), `c-${key}`];
    const phone = rehearsedPhone(number);
    if (phone.refuses) return void reply.writeHead(422).end('{}');
    phones.push({ to: number, text: text! });
    reply.writeHead(200).end(JSON.stringify({ messages: [{ id }] }));
    // What it would post to our address.
    const words = { delivered: 'DELIVERED', notDelivered: 'expired', failed: 'Rejected' };
    expect(provider.readReport!({ id, status: 'queued' })).toBeNull();
    reports.push(provider.readReport!({ id, status: words[phone.outcome] })!);
    if (phone.answers)
      replies.push(provider.readReply!({ id: `r-${key}`, msisdn: `+${number}`, to: '1', body: phone.answers })!);
  });
  await new Promise<void>((listening) => void carrier.listen(0, '127.0.0.1', listening));
  const provider = openHttpSms(account, here((carrier.address() as AddressInfo).port), { httpsOnly: false });
  return {
    provider,
    reports,
    replies,
    carried: () => phones,
    close: () => new Promise<void>((closed) => void carrier.close(() => closed())),
  };
});

const asked: Parameters<OutsideFetch>[0][] = [];
const answering =
  (status: number, body = '{}'): OutsideFetch =>
  async (request) => (asked.push(request), { status, headers: {}, body: new TextEncoder().encode(body) });
const failing =
  (reason: OutsideFailureReason): OutsideFetch =>
  async () => {
    throw new OutsideFailure(reason);
  };
const sms = { id: 9, to: '525512345600', text: '"},{"to":"+1900' };
const kindOf = (outside: OutsideFetch, over: Partial<HttpSmsAccount> = {}) =>
  openHttpSms({ ...account, ...over }, outside, { httpsOnly: true })
    .send(sms)
    .then(
      () => 'taken',
      (refusal: { kind: string }) => refusal.kind,
    );

test('[SMS-03] a text cannot become a field of the body, the form or the address', async () => {
  asked.length = 0;
  await openHttpSms(account, answering(200), { httpsOnly: true }).send(sms);
  expect(JSON.parse(asked[0]!.body as string)).toEqual({
    to: '+525512345600',
    from: 'Aurora',
    text: sms.text,
    key: '9',
  });
  await openHttpSms(
    { ...account, headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: 'to={to}&text={text}' },
    answering(200),
    { httpsOnly: true },
  ).send({ ...sms, text: 'a&to=1 €' });
  expect(Object.fromEntries(new URLSearchParams(asked[1]!.body as string))).toEqual({
    to: '525512345600',
    text: 'a&to=1 €',
  });
  await openHttpSms({ ...account, method: 'GET', url: 'https://carrier.test/?t={text}&n={to}' }, answering(200), {
    httpsOnly: true,
  }).send({ ...sms, text: 'a&n=1' });
  expect(new URL(asked[2]!.url).searchParams.get('n')).toBe('525512345600');
  expect(asked[2]!.body).toBeUndefined();
});

test('[SMS-03] what may have left is not sent again by a carrier that would send it twice', async () => {
  expect(
    await Promise.all([
      kindOf(failing('tooSlow')),
      kindOf(failing('tooSlow'), { repeatable: false }),
      kindOf(failing('unreachable')),
      kindOf(failing('privateAddress')),
      kindOf(answering(504), { repeatable: false }),
      kindOf(answering(503)),
      kindOf(answering(429)),
      kindOf(answering(400)),
      kindOf(answering(302)),
    ]),
  ).toEqual(['later', 'undecided', 'later', 'final', 'undecided', 'later', 'later', 'final', 'final']);
  expect(await openHttpSms(account, answering(200, 'no json'), { httpsOnly: true }).send(sms)).toEqual({ ref: '9' });
});
