import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import {
  APP_SECRET,
  BUSINESS_ID,
  NUMBER_ID,
  signed,
  TOKEN,
  type openCloudApi,
} from '#adapters/whatsapp-cloud/cloud-api.fixture.ts';
import type { ChatMessage, Conversation } from '#features/chat/chat/contract.ts';
import { aChatHouse } from '#features/chat/chat/server/chat.fixture.ts';
import { aMember, type Member } from '#test/builders.ts';
import type { TestServer } from '#test/test-server.ts';

type Api = Awaited<ReturnType<typeof openCloudApi>>;

/** A house with a WhatsApp number, somebody who may change it, and an agent who waits for conversations. */
export async function aWhatsappHouse({ world, ask, built }: TestServer, api: Api) {
  const home = await aChatHouse(world.db, world.clock);
  const boss = await aMember(world.db, home.tenantId, {
    functions: ['chat-carriers.view', 'chat-carriers.edit', 'chat.use', 'chat.supervise'],
  });
  const wish = (some: object = {}) => ({
    name: 'Our number',
    group_id: home.groupId,
    whatsapp: {
      phone_number_id: NUMBER_ID,
      business_id: BUSINESS_ID,
      display_number: '+1 (555) 0100',
      api_base: api.base,
    },
    secrets: { access_token: TOKEN, app_secret: APP_SECRET },
    ...some,
  });
  const { data } = await ask<{ id: number }>('POST', '/home/api/chat/carrier', { token: boss.token, body: wish() });
  const channelId = data.id;
  const { rows } = await world.db.everyTenant('looks', (tx) =>
    sql<{ key: string }>`select key from chat_channel where id = ${channelId}`.execute(tx.as()),
  );
  const path = `/home/api/chat/whatsapp/${rows[0]!.key}`;

  /** A call of WhatsApp, signed. */
  async function hook(body: object, secret?: string): Promise<number> {
    const { payload, headers } = signed(body, secret);
    return (await built.http.inject({ method: 'POST', url: path, payload, headers })).statusCode;
  }
  const list = async ({ token }: Member, filter = 'mine') =>
    (await ask<{ list: Conversation[] }>('POST', '/home/api/conversation/list', { token, body: { filter } })).data.list;
  const messages = async ({ token }: Member, id: number) =>
    (await ask<ChatMessage[]>('GET', `/home/api/conversation/${id}/messages`, { token })).data;
  const send = ({ token }: Member, id: number, some: object = {}) =>
    ask<ChatMessage>('POST', '/home/api/conversation/send', {
      token,
      body: { conversation_id: id, client_id: randomUUID(), ...some },
    });

  return { ...home, boss, wish, channelId, path, hook, list, messages, send };
}
