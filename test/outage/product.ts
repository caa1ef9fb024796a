import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { Envelope } from '#shared/envelope.ts';
import { userChannel, type UserChannelDown } from '#shared/user-channel.ts';
import { DEMO_PASSWORD } from '#db/seed.ts';
import type { PhoneUserInfo } from '#features/team/agents/contract.ts';
import { openSipPhone, type SipPhone } from '../sip-phone.ts';

const root = join(import.meta.dirname, '../..');
export const OWNER = 'owner@aurora.example';

export type Answer<D = any> = Envelope<D> & { status: number; tookMs: number };

const running = new Set<ChildProcess>();

/** Whatever a failed test left behind. In order first: one that is killed leaves its PostgreSQL running. */
export async function endLeftovers(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      const ended = once(child, 'close');
      child.kill('SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), 15_000);
      await ended;
      clearTimeout(force);
    }),
  );
}

/** The product as a process of its own, as `npm start` runs it. */
export function runProduct(env: Record<string, string>) {
  const child = spawn(process.execPath, [join(root, 'apps/server/main.ts')], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      TMPDIR: process.env.TMPDIR ?? '',
      // Where the run keeps what Node compiled: half of what a start costs.
      ...(process.env.NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE } : {}),
      PORT: '0',
      LOG_LEVEL: 'silent',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  let output = '';
  let complained = '';
  child.stdout.on('data', (chunk: Buffer) => (output += String(chunk)));
  child.stderr.on('data', (chunk: Buffer) => (complained += String(chunk)));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { child, ended, output: () => output, complained: () => complained };
}

/** Starts it and waits until it says where it is. */
export async function startProduct(env: Record<string, string>) {
  const product = runProduct(env);
  const port = await new Promise<string>((resolve, reject) => {
    product.child.stdout.on('data', () => {
      const ready = /OpenSeat is ready: http:\/\/localhost:(\d+)/.exec(product.output());
      if (ready) resolve(ready[1]!);
    });
    void product.ended.then((code) => reject(new Error(`ended with ${code}: ${product.complained()}`)));
  });
  const origin = `http://127.0.0.1:${port}`;

  async function ask<D = any>(
    method: string,
    path: string,
    { token, body, agent }: { token?: string; body?: object; agent?: string } = {},
  ): Promise<Answer<D>> {
    const askedAt = performance.now();
    const answer = await fetch(origin + path, {
      method,
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(agent ? { 'user-agent': agent } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, ...((await answer.json()) as Envelope<D>), tookMs: performance.now() - askedAt };
  }

  return {
    ...product,
    origin,
    ask,
    signIn: async (agent = 'test'): Promise<string> =>
      (
        await ask('PUT', '/admin/saas_plat/user/login', {
          body: { email: OWNER, password: DEMO_PASSWORD, deviceUniqueIdentification: agent },
          agent,
        })
      ).data.token,
    page: (token: string) => openPage(origin, ask, token),
    phone: (email: string) => openPhone(origin, email),
  };
}

export type Product = Awaited<ReturnType<typeof startProduct>>;

/** The phone of somebody of the demo, registered over a websocket. */
async function openPhone(origin: string, email: string): Promise<SipPhone> {
  const proof = Buffer.from(`${email}:${DEMO_PASSWORD}`).toString('base64');
  const answer = await fetch(`${origin}/api/userinfo`, { headers: { authorization: `Basic ${proof}` } });
  const { data } = (await answer.json()) as Envelope<PhoneUserInfo>;
  const phone = await openSipPhone({
    account: data.sipaccount,
    password: data.sippassword,
    domain: data.sipdomain,
    server: `${origin.replace('http', 'ws')}/cc/sip/1`,
  });
  onTestFinished(() => phone.close());
  return phone;
}

/** What a signed-in page does with its socket: keeps its position, and comes back whenever it is cut off. */
function openPage(
  origin: string,
  ask: (method: string, path: string, options: { token: string; body: object }) => Promise<Answer>,
  token: string,
) {
  const events: string[] = [];
  let position: number | null = null;
  let over = false;
  let socket: WebSocket | null = null;
  let again: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    if (over) return;
    const answer = await ask('POST', '/admin/saas_plat/user/ticket', {
      token,
      body: { purpose: userChannel.path },
    }).catch(() => null);
    if (over) return;
    if (answer?.code !== 0) return later();
    const since = position === null ? '' : `&since=${position}`;
    socket = new WebSocket(`${origin.replace('http', 'ws')}${userChannel.path}?token=${answer.data.ticket}${since}`);
    socket.on('error', () => {});
    socket.on('close', later);
    socket.on('message', (raw) => {
      const { data } = JSON.parse(String(raw)) as Envelope<UserChannelDown>;
      if ('id' in data) position = data.id;
      if (data.kind === 'event') events.push(data.event);
    });
  }
  function later(): void {
    if (!over) again = setTimeout(() => void connect(), 200);
  }
  void connect();
  onTestFinished(() => {
    over = true;
    clearTimeout(again);
    socket?.terminate();
  });
  return { events, isReady: () => position !== null };
}
