import { expect, test, vi } from 'vitest';
import { demoServer } from '#test/demo-server.ts';
import type { Conversation } from '../contract.ts';

vi.setConfig({ testTimeout: 30_000 });

const { server, signedIn } = await demoServer();

test.each([
  ['owner@aurora.example', 'aurora'],
  ['owner@borealis.example', 'borealis'],
])('[CHAT-07] %s finds conversations of two weeks, some not over, and a web channel named %s', async (email, key) => {
  const { post } = await signedIn(email);
  const list = async (filter: string) =>
    ((await post('/home/api/conversation/list', { filter })) as { list: Conversation[] }).list;
  const [closed, open, waiting] = [await list('closed'), await list('team'), await list('waiting')];
  expect([closed.length, open.length, waiting.length]).toEqual([30, 2, 3]);
  expect(open.every(({ unread, unanswered_since }) => unread > 0 && unanswered_since !== null)).toBe(true);
  expect(closed.filter(({ name }) => name !== '').length).toBeGreaterThan(20);
  expect(closed.filter(({ rating }) => rating !== null).length).toBeGreaterThan(5);
  const known = closed.find(({ customer_id }) => customer_id !== null)!;
  const { list: timeline } = await post('/admin/cdp/customer/timeline', { id: known.customer_id, kinds: ['chat'] });
  expect(timeline).toContainEqual(
    expect.objectContaining({ kind: 'chat', body: expect.objectContaining({ id: known.id, state: 'closed' }) }),
  );
  expect((await server.ask('GET', `/home/api/chat/page/${key}`)).code).toBe(0);
});

test('[SHELL-31] the entry of chats is in the menu of people with a text seat', async () => {
  const entries = async (email: string) =>
    JSON.stringify((await (await signedIn(email)).get('/admin/saas_plat/resource')).menuVos);
  expect(await entries('chen@aurora.example')).toContain('/interactive/chat');
  expect(await entries('budi@aurora.example')).not.toContain('/interactive/chat');
});
