import { createHash, randomBytes } from 'node:crypto';
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

/** Visitors with a conversation each, given out to agents by the product, all of them on sockets of their own. */
export async function ourTalks(
  db: Db,
  origin: string,
  { count, perAgent, text }: { count: number; perAgent: number; text: string },
): Promise<Talks> {
  const home = await aChatHouse(db);
  const address = origin.replace('http', 'ws');
  const awaited = openAwaited();

  async function open(path: string, proof: string, heard: (envelope: Envelope<never>) => void): Promise<WebSocket> {
    const socket = new WebSocket(`${address}${path}`, [proof], { perMessageDeflate: false });
    socket.on('message', (data) => heard(JSON.parse(String(data)) as Envelope<never>));
    await once(socket, 'open');
    return socket;
  }

  const agents = new Map<number, WebSocket>();
  for (let n = 0; n < count / perAgent; n += 1) {
    const { userId, token } = await home.agent({ capacity: perAgent });
    agents.set(
      userId,
      await open(`${chatSocket.path}?wind_unique_id=bench&lang=en_US`, token, ({ code, data, msg }) => {
        if (code !== 0) return awaited.refused(msg, String(code));
        const down = data as AgentDown;
        if (down.client_id) awaited.stored(down.client_id);
        else if (down.message && down.chat_type === ChatType.fromCustomer) awaited.heard(down.message.client_id);
      }),
    );
  }

  const visitors = new Map<number, WebSocket>();
  for (let n = 0; n < count; n += 1) {
    const { tenantId, visitorId } = await home.visitor();
    const token = randomBytes(32).toString('base64url');
    await db.everyTenant('a device', (tx) =>
      sql`insert into chat_visitor_device (token_hash, tenant_id, visitor_id) values (${createHash('sha256').update(token).digest()}, ${tenantId}, ${visitorId})`.execute(
        tx.as(),
      ),
    );
    visitors.set(
      visitorId,
      await open(visitorSocket.path, token, ({ data }) => {
        const down = data as VisitorDown | null;
        if (down?.kind === 'ack') awaited.stored(down.client_id);
        else if (down?.kind === 'refused') awaited.refused(down.client_id, down.reason);
        else if (down?.kind === 'message' && down.message.chat_type === ChatType.fromAgent)
          awaited.heard(down.message.client_id);
      }),
    );
  }
  const tell = (socket: WebSocket, message: object): void => socket.send(JSON.stringify(message));
  for (const socket of visitors.values()) tell(socket, { type: 'send', client_id: crypto.randomUUID(), text: 'Hello' });
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
    say: (talk, from) =>
      awaited.send((client_id) => {
        const { id, visitor, agent } = talks[talk]!;
        if (from === 'visitor') tell(visitor, { type: 'send', client_id, text });
        else tell(agent, { type: 'send', message: { conversation_id: id, client_id, text } });
      }),
    async close() {
      for (const socket of [...agents.values(), ...visitors.values()]) socket.close();
    },
  };
}
