import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { failureRow, type FailureName } from '#shared/errors.ts';
import { says } from './chat.fixture.ts';
import { aChatServer } from './chat-server.fixture.ts';

const { desk, house, ask } = await aChatServer();

const codeOf = (name: FailureName): number => failureRow(name).code;
const writes = (conversation_id: number, text: string, more: object = {}) => ({
  conversation_id,
  client_id: randomUUID(),
  text,
  ...more,
});

/** Ana talks to a visitor; Bea and Cleo are of other groups. */
async function aTalk() {
  const home = await house();
  const other = await home.group();
  const [ana, bea, cleo] = [
    await home.agent(),
    await home.agent({ groups: [other] }),
    await home.agent({ groups: [other] }),
  ];
  const { conversation } = await desk.fromVisitor(await home.visitor(), says('where is my parcel'));
  const id = conversation!.id;
  expect((await ask(ana, 'take', { conversation_id: id })).code).toBe(0);
  return { home, ana, bea, cleo, id };
}

test('[CHAT-07] into a conversation that waits for another group nobody writes notes, nor learns that there is one', async () => {
  const home = await house();
  const bea = await home.agent({ groups: [await home.group()] });
  const { conversation } = await desk.fromVisitor(await home.visitor(), says('where is my parcel'));
  for (const note of [true, false])
    expect((await ask(bea, 'send', writes(conversation!.id, 'hm', { note }))).code).toBe(codeOf('notFound'));
});

test('[CHAT-07] a colleague called by a note may read the conversation and write notes; nobody else of their group may', async () => {
  const { ana, bea, cleo, id } = await aTalk();
  expect((await ask(bea, 'detail', { conversation_id: id })).code).toBe(codeOf('notFound'));
  await ask(ana, 'send', writes(id, 'do you know more, @Bea?', { note: true, mentions: [bea.userId] }));
  expect((await ask(bea, 'detail', { conversation_id: id })).data.id).toBe(id);
  expect(
    (await ask<{ text: string }[]>(bea, 'messages', { conversation_id: id })).data.map(({ text }) => text),
  ).toContain('where is my parcel');
  expect((await ask(bea, 'search', { words: 'parcel' })).data).toHaveLength(1);
  expect((await ask(bea, 'send', writes(id, 'it is in Lisbon', { note: true }))).code).toBe(0);
  expect((await ask(cleo, 'detail', { conversation_id: id })).code).toBe(codeOf('notFound'));
});

test('[CHAT-07] who was called hears what is said from then on, and finds the conversation among the team’s', async () => {
  const { home, ana, bea, cleo, id } = await aTalk();
  const pushedTexts = async (who: { userId: number }) =>
    (await home.pushes(who.userId)).flatMap(({ body }) =>
      body['what'] === 'message' ? [(body['message'] as { text: string }).text] : [],
    );
  const listed = async (who: typeof bea) =>
    (await ask<{ list: { id: number }[]; counts: { team: number } }>(who, 'list', { filter: 'team' })).data;
  expect(await listed(bea)).toMatchObject({ list: [], counts: { team: 0 } });
  await ask(ana, 'send', writes(id, '@Bea', { note: true, mentions: [bea.userId] }));
  await ask(ana, 'send', writes(id, 'one moment, I ask'));
  await desk.fromVisitor(
    { tenantId: home.tenantId, visitorId: (await home.conversations())[0]!.visitor_id },
    says('ok'),
  );
  expect(await pushedTexts(bea)).toEqual(['@Bea', 'one moment, I ask', 'ok']);
  expect(await pushedTexts(cleo)).toEqual([]);
  expect(await listed(bea)).toMatchObject({ list: [{ id }], counts: { team: 1 } });
  expect((await listed(ana)).list).toEqual([]);
});

test('[CHAT-07] whoever was only called does nothing to the conversation, also where it waits or is over', async () => {
  const { ana, bea, id } = await aTalk();
  await ask(ana, 'send', writes(id, '@Bea', { note: true, mentions: [bea.userId] }));
  const refused = async (calls: ('send' | 'take' | 'transfer' | 'close' | 'block' | 'record')[]) => {
    for (const call of calls)
      expect(
        (
          await ask(
            bea,
            call,
            call === 'send'
              ? writes(id, 'hello visitor')
              : {
                  conversation_id: id,
                  ...(call === 'transfer' ? { user_id: bea.userId } : {}),
                  ...(call === 'record' ? { remark: 'x' } : {}),
                },
          )
        ).code,
        call,
      ).toBe(codeOf('chatNotYours'));
  };
  await refused(['send', 'take', 'transfer', 'close', 'block', 'record']);
  await ask(ana, 'close', { conversation_id: id });
  await refused(['block', 'record']);
  expect(
    (await ask<{ list: { id: number }[] }>(bea, 'list', { filter: 'closed' })).data.list.map((one) => one.id),
  ).toEqual([id]);
});

test('[CHAT-07] handed to whoever was called, it is theirs like any other', async () => {
  const { ana, bea, id } = await aTalk();
  await ask(ana, 'send', writes(id, '@Bea', { note: true, mentions: [bea.userId] }));
  expect((await ask(ana, 'transfer', { conversation_id: id, user_id: bea.userId })).code).toBe(0);
  expect((await ask(bea, 'send', writes(id, 'hello visitor'))).code).toBe(0);
});

test('[API-03] a note that calls somebody of another company opens nothing to them', async () => {
  const { ana, id } = await aTalk();
  const { home: elsewhere, bea: stranger } = await aTalk();
  expect(elsewhere.tenantId).not.toBe(ana.tenantId);
  expect((await ask(ana, 'send', writes(id, '@x', { note: true, mentions: [stranger.userId] }))).code).toBe(0);
  expect((await ask(stranger, 'detail', { conversation_id: id })).code).toBe(codeOf('notFound'));
});
