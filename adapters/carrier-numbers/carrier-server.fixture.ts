import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OutsideFailure, type OutsideFetch } from '#core/http/outside-fetch.port.ts';
import type { CarrierNumbers } from '#core/numbers/carrier-numbers.port.ts';
import type { CarrierMood, RehearsedNumbers } from '#core/numbers/carrier-numbers.suite.ts';
import type { CarrierWay } from './ask-carrier.ts';

/** Calls by fetch: where an address may lead is another module's care. `patience` ends with the signal, as a timer would end it. */
const byFetch =
  (patience: AbortSignal): OutsideFetch =>
  async ({ url, headers = {} }) => {
    const answer = await fetch(url, { headers, redirect: 'manual', signal: patience }).catch(() => {
      throw new OutsideFailure('tooSlow');
    });
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: new Uint8Array(await answer.arrayBuffer()),
    };
  };

type Owned = { number: string; name: string }[];

/** A local server that speaks as a carrier; `answer` knows its protocol and its secret. */
export async function openCarrierServer(
  answer: (asked: { request: IncomingMessage; url: URL; owned: Owned }) => { status: number; body: unknown },
  open: (server: string, secret: string, way: CarrierWay) => CarrierNumbers,
): Promise<RehearsedNumbers> {
  let mood: CarrierMood = { at: 'well' };
  let owned: Owned = [];
  let asked = 0;
  const patience = new AbortController();
  function reply(request: IncomingMessage, response: ServerResponse): void {
    asked += 1;
    if (mood.at === 'silent') return patience.abort();
    if (mood.at === 'status') return void response.writeHead(mood.status, mood.headers).end(mood.body ?? '{}');
    const { status, body } = answer({ request, url: new URL(request.url!, 'http://carrier.test'), owned });
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }
  const listening = createServer(reply);
  await new Promise<void>((ready) => void listening.listen(0, '127.0.0.1', ready));
  const server = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  const withSecret = (secret: string): CarrierNumbers =>
    open(server, secret, { outside: byFetch(patience.signal), httpsOnly: false });
  return {
    numbers: withSecret('s3cret'),
    withSecret,
    owns: (numbers) => void (owned = numbers),
    mood: (next) => void (mood = next),
    asked: () => asked,
    close: () =>
      new Promise<void>((closed) => {
        listening.close(() => closed());
        listening.closeAllConnections();
      }),
  };
}
