import { setTimeout as pause } from 'node:timers/promises';
import type { VisitorDown, VisitorState } from '#features/chat/chat-channels/contract.ts';
import type { Conversation } from '#features/chat/chat/contract.ts';

const PATIENCE_MS = 30_000;
const OWNER = { email: 'owner@aurora.example', password: 'openseat-demo' };
const BETWEEN_REQUESTS_MS = 20;

/** A server of one version on the common database. */
export interface VersionedServer {
  version: string;
  origin: string;
  stop(): Promise<void>;
}

export type UpgradePeople = Awaited<ReturnType<typeof openUpgradePeople>>;

/** People of the demo who work on servers of two versions: a session of one is known to the other. */
export async function openUpgradePeople(first: VersionedServer) {
  const { token } = await ask<{ token: string }>(first, 'PUT', '/admin/saas_plat/user/login', OWNER, null);
  const owner = <Data>(server: VersionedServer, method: string, path: string, body?: object): Promise<Data> =>
    ask<Data>(server, method, path, body, token);
  let made = 0;
  const word = (): string => `upgrade ${(made += 1)} of ${process.pid}`;

  return {
    /** Reads and writes without a rest until it is ended; answers how many requests there were. Throws where one failed. */
    workOn(server: VersionedServer): { end(): Promise<number> } {
      const over = new AbortController();
      const working = (async () => {
        let count = 0;
        for (; !over.signal.aborted; count += 3) {
          await saveCustomer(server, word());
          await owner(server, 'POST', '/cc/api/ccCdr/v1/page', { page: 1, size: 10 });
          await owner(server, 'POST', '/home/api/conversation/list', { filter: 'team' });
          await pause(BETWEEN_REQUESTS_MS);
        }
        return count;
      })();
      working.catch(() => {});
      return {
        end: () => {
          over.abort();
          return working;
        },
      };
    },

    async savesCustomer(writer: VersionedServer, reader: VersionedServer): Promise<void> {
      const name = word();
      const { id, version } = await saveCustomer(writer, name);
      const there = await owner<{ full_name: string }>(reader, 'GET', `/admin/cdp/customer/${id}`);
      same(there.full_name, name);
      // Changed where it was read, and read where it was written.
      const changed = `${name} changed`;
      await owner(reader, 'PUT', '/admin/cdp/customer', { id, version, full_name: changed });
      same((await owner<{ full_name: string }>(writer, 'GET', `/admin/cdp/customer/${id}`)).full_name, changed);
    },

    /** A visitor writes to one, whoever answers sits at the other. */
    async chats(writer: VersionedServer, reader: VersionedServer): Promise<void> {
      const channels = await owner<{ kind: string; key: string }[]>(writer, 'GET', '/home/api/chat/channel');
      const visitor = await aVisitor(writer, channels.find(({ kind }) => kind === 'web')!.key);
      const [asked, answered] = [word(), word()];
      visitor.say(asked);
      const conversation = await until('a conversation', async () => {
        for (const filter of ['waiting', 'team', 'mine']) {
          const path = '/home/api/conversation/list';
          const { list } = await owner<{ list: Conversation[] }>(reader, 'POST', path, { filter });
          const found = list.find(({ last_text: text }) => text === asked);
          if (found) return found;
        }
        return null;
      });
      await owner(reader, 'POST', '/home/api/conversation/take', { conversation_id: conversation.id });
      await owner(reader, 'POST', '/home/api/conversation/send', {
        conversation_id: conversation.id,
        client_id: crypto.randomUUID(),
        text: answered,
      });
      await until('the answer', async () => (visitor.texts().includes(answered) ? true : null));
      visitor.leave();
    },

    /** A rehearsed customer calls in at one; the record is read at the other. */
    async calls(writer: VersionedServer, reader: VersionedServer): Promise<void> {
      const { dids } = await owner<{ dids: { number: string }[] }>(writer, 'POST', '/cc/api/rehearsal/v1/stage', {});
      const { from } = await owner<{ from: string }>(writer, 'POST', '/cc/api/rehearsal/v1/callIn', {
        did: dids[0]!.number,
        script: 'impatient',
        seed: (made += 1),
      });
      const record = await until('a call record', async () => {
        const { list } = await owner<{ list: { callId: string }[] }>(reader, 'POST', '/cc/api/ccCdr/v1/page', {
          page: 1,
          size: 10,
          number: from,
        });
        return list[0] ?? null;
      });
      const detail = await owner<{ callId: string }>(reader, 'POST', '/cc/api/ccCdr/v1/detail', {
        callId: record.callId,
      });
      same(detail.callId, record.callId);
    },
  };

  function saveCustomer(server: VersionedServer, name: string): Promise<{ id: number; version: number }> {
    return owner(server, 'POST', '/admin/cdp/customer/insert', { full_name: name });
  }
}

function same(seen: unknown, expected: unknown): void {
  if (seen !== expected) throw new Error(`${JSON.stringify(seen)} instead of ${JSON.stringify(expected)}`);
}

async function ask<Data>(
  { origin, version }: VersionedServer,
  method: string,
  path: string,
  body: object | undefined,
  token: string | null,
): Promise<Data> {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const { code, data, msg } = (await response.json()) as { code: number; data: Data; msg: string };
  if (code !== 0) throw new Error(`${version}: ${method} ${path}: ${code} ${msg}`);
  return data;
}

async function aVisitor(server: VersionedServer, key: string) {
  const { token } = await ask<VisitorState>(server, 'POST', '/home/api/chat/visitor', { key }, null);
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/home/api/chat/visitor/socket`, [token]);
  const texts: string[] = [];
  socket.onmessage = ({ data }) => {
    const down = (JSON.parse(String(data)) as { data: VisitorDown | null }).data;
    if (down && 'message' in down) texts.push(down.message.text);
  };
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  return {
    say: (text: string) => socket.send(JSON.stringify({ type: 'send', client_id: crypto.randomUUID(), text })),
    texts: () => texts,
    leave: () => socket.close(),
  };
}

async function until<Found>(what: string, look: () => Promise<Found | null>): Promise<Found> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await pause(100)) {
    const found = await look();
    if (found !== null) return found;
  }
  throw new Error(`${what} did not come`);
}
