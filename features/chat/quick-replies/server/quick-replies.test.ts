import { afterAll, expect, test } from 'vitest';
import { aMember, aTenant, type Member } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';

const server = await testServer();
afterAll(server.close);
const { db } = server.world;
const PATH = '/home/api/quick_reply';
const list = async (who: Member) => (await server.ask('GET', PATH, { token: who.token })).data;
const add = (who: Member, body: object) => server.ask('POST', PATH, { token: who.token, body });
const update = (who: Member, id: number, body: object) =>
  server.ask('PUT', `${PATH}/${id}`, { token: who.token, body });
const remove = (who: Member, id: number) => server.ask('DELETE', `${PATH}/${id}`, { token: who.token });

test("[CHAT-07] quick replies are the team's or my own; a shortcut is given once", async () => {
  const tenantId = await aTenant(db);
  const sofia = await aMember(db, tenantId, { functions: ['quick-replies.use', 'quick-replies.edit'] });
  const [ana, budi] = [
    await aMember(db, tenantId, { functions: ['quick-replies.use'] }),
    await aMember(db, tenantId, { functions: ['quick-replies.use'] }),
  ];
  const hello = (await add(sofia, { shortcut: 'hello', text: 'Hello {name}', personal: false })).data.id;
  const mine = (await add(ana, { shortcut: 'hello', text: 'Hi!', personal: true })).data.id;
  expect(await add(ana, { shortcut: 'HELLO', text: 'Again', personal: true })).toMatchObject({ code: 20003 });
  expect(await add(ana, { shortcut: 'two words', text: 'x', personal: true })).toMatchObject({ code: 400 });
  expect(await list(ana)).toEqual([
    { id: hello, shortcut: 'hello', text: 'Hello {name}', personal: false },
    { id: mine, shortcut: 'hello', text: 'Hi!', personal: true },
  ]);
  expect(await list(budi)).toMatchObject([{ id: hello }]);
  expect(await update(ana, mine, { shortcut: 'hey', text: 'Hey!', personal: true })).toMatchObject({ code: 0 });
  expect(await remove(ana, mine)).toMatchObject({ code: 0 });
  expect(await list(ana)).toHaveLength(1);
});

test("[CHAT-07] who may not change the team's replies cannot, and those of others do not exist", async () => {
  const tenantId = await aTenant(db);
  const sofia = await aMember(db, tenantId, { functions: ['quick-replies.use', 'quick-replies.edit'] });
  const ana = await aMember(db, tenantId, { functions: ['quick-replies.use'] });
  const stranger = await aMember(db, await aTenant(db), { functions: ['quick-replies.use', 'quick-replies.edit'] });
  const shared = (await add(sofia, { shortcut: 'bye', text: 'Bye', personal: false })).data.id;
  const own = (await add(sofia, { shortcut: 'x', text: 'Mine', personal: true })).data.id;
  for (const answer of [
    await add(ana, { shortcut: 'no', text: 'No', personal: false }),
    await update(ana, shared, { shortcut: 'bye', text: 'Ha', personal: false }),
    await update(ana, shared, { shortcut: 'bye', text: 'Ha', personal: true }),
    await remove(ana, shared),
  ])
    expect(answer.code).toBe(403);
  expect((await remove(ana, own)).code).toBe(404);
  expect((await remove(stranger, shared)).code).toBe(404);
  expect(await list(stranger)).toEqual([]);
});
