import { randomUUID } from 'node:crypto';
import { aChatHouse } from '#features/chat/chat/server/chat.fixture.ts';
import { aMember } from '#test/builders.ts';
import type { TestServer } from '#test/test-server.ts';
import { WebSettings, type VisitorState } from '../contract.ts';

/** A tenant with a web channel, somebody who manages it, and the way in for its visitors. */
export async function aSiteAt(server: TestServer, settings: Partial<WebSettings> = {}) {
  const { db } = server.world;
  const house = await aChatHouse(db);
  const manager = await aMember(db, house.tenantId, { functions: ['chat-channels.view', 'chat-channels.edit'] });
  const manage = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, token = manager.token) =>
    server.ask(method, `/home/api/chat/${path}`, { token, ...(body ? { body } : {}) });
  const key = `site-${randomUUID().slice(0, 8)}`;
  const { id } = (
    await manage('POST', 'channel', {
      name: 'Site',
      key,
      group_id: house.groupId,
      settings: WebSettings.parse(settings),
    })
  ).data;
  const enter = (body: object = {}) =>
    server.ask<VisitorState>('POST', '/home/api/chat/visitor', { body: { key, ...body } });
  return { ...house, manager, manage, key, id: id as number, enter };
}
