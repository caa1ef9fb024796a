import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Received {
  headers: IncomingHttpHeaders;
  text: string;
  body: {
    id: string;
    type: string;
    createdAt: string;
    tenant: { id: number; name: string };
    data: { call: Record<string, unknown>; status?: number };
  };
}

export interface Receiver {
  url: string;
  received: Received[];
  /** How it answers from now on. */
  answers(how: (response: ServerResponse) => void): void;
}

/** The system of a tenant that is told what happens; it says yes until told otherwise. */
export async function aReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let how = (response: ServerResponse): void => void response.end('thanks');
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request
      .on('data', (part: Buffer) => void parts.push(part))
      .on('end', () => {
        const text = Buffer.concat(parts).toString('utf8');
        received.push({ headers: request.headers, text, body: JSON.parse(text) as Received['body'] });
        how(response);
      });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answers: (next) => void (how = next),
  };
}

/** As a receiver checks it: which of its secrets signed this, if any. */
export const isSignedWith = (secret: string, { headers, text }: Received): boolean =>
  String(headers['x-openseat-signature'])
    .split(',')
    .includes(
      `v1=${createHmac('sha256', secret)
        .update(`${String(headers['x-openseat-timestamp'])}.${text}`)
        .digest('hex')}`,
    );
