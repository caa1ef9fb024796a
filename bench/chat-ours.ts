import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { WebSocket } from 'ws';
import { visitorSocket, type VisitorDown } from '#features/chat/chat-channels/contract.ts';
import { chatSocket, type ChatMessage } from '#features/chat/chat/contract.ts';
import { aChatHouse } from '#features/chat/chat/server/chat.fixture.ts';
import type { Db } from '#platform/server/db/db.ts';
import type { Envelope } from '#shared/envelope.ts';
import { ChatType } from '#shared/codes/chat-type.ts';
import { openAwaited, type Talks } from './chat-talks.ts';

/** What an agent's page is told, as far as the bench looks. */
interface AgentDown {
  chat_type?: number;
  client_id?: string;
  message?: ChatMessage;
}

export interface OurTalks extends Talks {
  tenantId: number;
  /** The conversation of each talk. */
  conversationIds: readonly number[];
  /** The visitor says something and is told what became of it; it goes again, under the same id, when the connection was lost. */
  deliver(talk: number, id: string): Promise<'acknowledged' | 'refused' | 'unknown'>;
}

interface TalkWishes {
  count: number;
  perAgent: number;
  text: string;
  /** Sockets that are lost are opened anew, and what was not acknowledged is sent again. */
  comesBack?: boolean;
}

const AGAIN_MS = 300;
const SEND_PATIENCE_MS = 30_000;

/** Visitors with a conversation each, given out to agents by the product, all of them on sockets of their own. */
export async function ourTalks(
  db: Db,
  origin: string,
  { count, perAgent, text, comesBack = false }: TalkWishes,
): Promise<OurTalks> {
  const home = await aChatHouse(db);
  // They come all at once, and nobody greets them one by one.
  await home.setting('ChatGreetAtOnce', perAgent);
  const address = origin.replace('http', 'ws');
  const awaited = openAwaited();
  const fateListeners = new Map<string, (fate: 'acknowledged' | 'refused') => void>();
  const open = (path: string, proof: string, onEnvelope: (envelope: Envelope<never>) => void): Promise<KeptSocket> =>
    openKept(`${address}${path}`, proof, { onEnvelope, comesBack });

  const agents = new Map<number, KeptSocket>();
  for (let n = 0; n < count / perAgent; n += 1) {
    const { userId, token } = await home.agent({ capacity: perAgent });
    const socket: KeptSocket = await open(
      `${chatSocket.path}?wind_unique_id=bench&lang=en_US`,
      token,
      ({ code, data, msg }): void => {
        if (code !== 0) return awaited.refused(msg, String(code));
        const down = data as AgentDown;
        if (down.client_id) {
          awaited.stored(down.client_id);
          socket.done(down.client_id);
        } else if (down.message && down.chat_type === ChatType.fromCustomer) awaited.heard(down.message.client_id);
      },
    );
    agents.set(userId, socket);
  }

  const visitors = new Map<number, KeptSocket>();
  for (let n = 0; n < count; n += 1) {
    const { tenantId, visitorId } = await home.visitor();
    const token = randomBytes(32).toString('base64url');
    await db.everyTenant('a device', (tx) =>
      sql`insert into chat_visitor_device (token_hash, tenant_id, visitor_id) values (${createHash('sha256').update(token).digest()}, ${tenantId}, ${visitorId})`.execute(
        tx.as(),
      ),
    );
    const socket: KeptSocket = await open(visitorSocket.path, token, ({ data }): void => {
      const down = data as VisitorDown | null;
      if (down?.kind === 'ack') {
        awaited.stored(down.client_id);
        socket.done(down.client_id);
        fateListeners.get(down.client_id)?.('acknowledged');
      } else if (down?.kind === 'refused') {
        awaited.refused(down.client_id, down.reason);
        socket.done(down.client_id);
        fateListeners.get(down.client_id)?.('refused');
      } else if (down?.kind === 'message' && down.message.chat_type === ChatType.fromAgent)
        awaited.heard(down.message.client_id);
    });
    visitors.set(visitorId, socket);
  }
  for (const socket of visitors.values()) {
    const client_id = randomUUID();
    socket.send(client_id, { type: 'send', client_id, text: 'Hello' });
  }
  let rows = await home.conversations();
  while (rows.filter(({ state }) => state === 'open').length < count) {
    await wait(100);
    rows = await home.conversations();
  }
  const talks = rows.map(({ id, visitor_id, agent_id }) => ({
    id,
    visitor: visitors.get(visitor_id)!,
    agent: agents.get(agent_id!)!,
  }));

  return {
    count,
    tenantId: home.tenantId,
    conversationIds: talks.map(({ id }) => id),
    say: (talk, from) =>
      awaited.send((client_id) => {
        const { id, visitor, agent } = talks[talk]!;
        if (from === 'visitor') visitor.send(client_id, { type: 'send', client_id, text });
        else agent.send(client_id, { type: 'send', message: { conversation_id: id, client_id, text } });
      }),
    async deliver(talk, id) {
      const { visitor } = talks[talk]!;
      const fate = new Promise<'acknowledged' | 'refused'>((resolve) => fateListeners.set(id, resolve));
      visitor.send(id, { type: 'send', client_id: id, text });
      const late = new AbortController();
      const patience = wait(SEND_PATIENCE_MS, 'unknown' as const, { signal: late.signal }).catch(
        () => 'unknown' as const,
      );
      const became = await Promise.race([fate, patience]);
      late.abort();
      fateListeners.delete(id);
      visitor.done(id);
      return became;
    },
    async close() {
      for (const socket of [...agents.values(), ...visitors.values()]) socket.close();
    },
  };
}

interface KeptSocket {
  send(id: string, message: object): void;
  /** Its fate is known: it is not sent again. */
  done(id: string): void;
  close(): void;
}

/** A page's socket. What was sent and not answered goes again over the next one, as pages do. */
async function openKept(
  url: string,
  proof: string,
  { onEnvelope, comesBack }: { onEnvelope: (envelope: Envelope<never>) => void; comesBack: boolean },
): Promise<KeptSocket> {
  const unanswered = new Map<string, object>();
  let isOver = false;
  let socket = open();

  function open(): WebSocket {
    const next = new WebSocket(url, [proof], { perMessageDeflate: false });
    next.on('message', (data) => onEnvelope(JSON.parse(String(data)) as Envelope<never>));
    if (!comesBack) return next;
    next.on('error', () => {});
    next.on('open', () => {
      for (const message of unanswered.values()) next.send(JSON.stringify(message));
    });
    next.on('close', () => {
      if (!isOver) setTimeout(() => isOver || (socket = open()), AGAIN_MS);
    });
    return next;
  }
  if (!comesBack) await once(socket, 'open');
  else while (socket.readyState !== WebSocket.OPEN) await wait(20);
  return {
    send(id, message) {
      if (comesBack) unanswered.set(id, message);
      if (!comesBack || socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
    done: (id) => void unanswered.delete(id),
    close() {
      isOver = true;
      socket.close();
    },
  };
}
