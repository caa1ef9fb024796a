import { createDecipheriv, createECDH, createPublicKey, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PushTarget } from '#core/push/web-push.port.ts';
import { contentKeys } from './encrypt.ts';

export interface TakenPush {
  path: string;
  text: string;
  headers: Record<string, string | string[] | undefined>;
  /** What the signed part of the authorization says, once the signature was found good. */
  claims: { aud: string; exp: number; sub?: string };
  /** Who signed. */
  publicKey: string;
}

/** A browser with keys of its own: what a page would hand to the server, and what reads the messages. */
export function aBrowser(address: string) {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const auth = randomBytes(16);
  const target: PushTarget = {
    endpoint: address,
    p256dh: pair.getPublicKey().toString('base64url'),
    auth: auth.toString('base64url'),
  };
  return {
    target,
    read: (body: Buffer): string => decrypt(body, pair.getPublicKey(), auth, (point) => pair.computeSecret(point)),
  };
}

/** Opens a body of RFC 8291 with one record; throws where anything of it is not as written there. */
export function decrypt(body: Buffer, reader: Buffer, auth: Buffer, agree: (writer: Buffer) => Buffer): string {
  const salt = body.subarray(0, 16);
  const writer = body.subarray(21, 21 + body.readUInt8(20));
  const sealed = body.subarray(21 + writer.length);
  const { key, nonce } = contentKeys({ shared: agree(writer), auth, salt, reader, writer });
  const cipher = createDecipheriv('aes-128-gcm', key, nonce);
  cipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('not the last record');
  return padded.subarray(0, end).toString('utf8');
}

/** What a maker of browsers runs: takes messages for browsers it knows, checks who signed, and answers as it is told to. */
export async function openPushService() {
  const taken: TakenPush[] = [];
  const browsers = new Map<string, ReturnType<typeof aBrowser>>();
  const answers = new Map<string, { status: number; headers?: Record<string, string> }>();
  const server = createServer((request, answer) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const path = request.url ?? '';
      const plannedAnswer = answers.get(path) ?? { status: 201 };
      if (plannedAnswer.status === 201) {
        const signed = checked(String(request.headers.authorization));
        const text = browsers.get(path)!.read(Buffer.concat(parts));
        taken.push({ path, text, headers: request.headers, ...signed });
      }
      answer.writeHead(plannedAnswer.status, plannedAnswer.headers).end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    taken,
    /** A browser of this maker. */
    browser(name: string): PushTarget {
      const browser = aBrowser(`${origin}/${name}`);
      browsers.set(`/${name}`, browser);
      return browser.target;
    },
    /** From now on this browser's messages are answered so. */
    answer: (name: string, status: number, headers: Record<string, string> = {}) =>
      void answers.set(`/${name}`, { status, headers }),
    of: (name: string): TakenPush[] => taken.filter(({ path }) => path === `/${name}`),
    close: () => new Promise<void>((closed) => (server.closeAllConnections(), server.close(() => closed()))),
  };
}

function checked(authorization: string): Pick<TakenPush, 'claims' | 'publicKey'> {
  const [, head, claims, signature, publicKey] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  if (!head || !claims || !signature || !publicKey) throw new Error('no authorization of RFC 8292');
  const point = Buffer.from(publicKey, 'base64url');
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const isGood = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isGood) throw new Error('signed by somebody else');
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString()), publicKey };
}
