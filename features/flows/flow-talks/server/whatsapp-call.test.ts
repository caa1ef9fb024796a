import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fakeSpeech } from '#adapters/speech/fake/fake-speech.ts';
import {
  BUSINESS_ID,
  APP_SECRET,
  NUMBER_ID,
  openCloudApi,
  signed,
  statusBody,
  TOKEN,
} from '#adapters/whatsapp-cloud/cloud-api.fixture.ts';
import { whatsappCloud } from '#adapters/whatsapp-cloud/whatsapp-cloud.ts';
import { CarrierRefusal, type CarrierTrade } from '#core/chat/carrier.port.ts';
import { aFlow } from '#core/flow/flow.fixture.ts';
import { aTenantHouse, aVoice, soon } from '#features/voice/calls/server/calls.fixture.ts';
import { openFlowOutreach } from '#features/chat/chat-carriers/server/index.ts';
import { publishedFlow } from '#features/flows/flows/server/index.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { aMember } from '#test/builders.ts';
import { openTestExchange } from '#test/test-exchange.ts';
import { testServer } from '#test/test-server.ts';
import { systemClock } from '#platform/server/clock.ts';
import { openLog } from '#platform/server/log.ts';
import { openFlowHost } from './flow-host.ts';
import { openTalks } from './open-talks.ts';
import { anAsk, storedTalks } from './talks.fixture.ts';

vi.setConfig({ testTimeout: 60_000 });

const api = await openCloudApi();
const server = await testServer({ allowPrivate: true });
const { db } = server.world;
const exchange = await openTestExchange({ accounts: { find: async () => null } });
const shelf = { published: publishedFlow };
const problems: string[] = [];
const log = openLog('error', { write: (line) => void problems.push(line) });
const talks = openTalks(
  { db, clock: systemClock, log, exchange: { domain: 'openseat.test', node: 'whatsapp', iceServers: () => [] } },
  {
    speech: fakeSpeech(),
    shelf,
    sounds: { samples: async () => null },
    outside: async () => {
      throw new Error('nobody');
    },
    outreach: openFlowOutreach({ db, log }, [whatsappCloud(server.world)]),
  },
);
const voice = aVoice(db, { telephony: exchange.telephony, flows: openFlowHost(db, talks, shelf) });
beforeAll(voice.start);
afterAll(async () => {
  await voice.stop();
  await talks.stop();
  await exchange.close();
  await server.close();
  await api.close();
  expect([...problems, ...voice.problems, ...exchange.bugs]).toEqual([]);
});

const spoken = (text: string) => ({ spoken: { words: { en: text }, sounds: {} } });
const sends = aFlow(
  {
    write: {
      kind: 'whatsapp',
      settings: { template: 'order_update', text: '{{callerNumber}}\nA-17', to: '{{callerNumber}}' },
    },
    sent: { kind: 'hangUp', settings: spoken('It is on its way.') },
    not: { kind: 'hangUp', settings: spoken('We could not write to you.') },
  },
  ['start next write', 'write next sent', 'write failed not'],
);

/** A tenant with a WhatsApp number of its own, whose telephone number is answered by the flow. */
async function aHouse() {
  const house = await aTenantHouse(db, { carrier: 'main' });
  const boss = await aMember(db, house.tenantId, { functions: ['chat-carriers.view', 'chat-carriers.edit'] });
  const { code } = await server.ask('POST', '/home/api/chat/carrier', {
    token: boss.token,
    body: {
      name: 'Our number',
      group_id: house.groupId,
      whatsapp: {
        phone_number_id: NUMBER_ID,
        business_id: BUSINESS_ID,
        display_number: '+1 (555) 0100',
        api_base: api.base,
      },
      secrets: { access_token: TOKEN, app_secret: APP_SECRET },
    },
  });
  expect(code).toBe(0);
  await db.everyTenant('a flow', async (tx) => {
    const { rows } = await sql<{
      id: number;
    }>`insert into flow (tenant_id, name, draft, published_version) values (${house.tenantId}, 'Orders', '{}', 1) returning id`.execute(
      tx.as(),
    );
    await sql`insert into flow_version (tenant_id, flow_id, version, flow) values (${house.tenantId}, ${rows[0]!.id}, 1, ${JSON.stringify(sends)}::jsonb)`.execute(
      tx.as(),
    );
    await sql`update did_number set inbound_config = 2, flow_id = ${rows[0]!.id} where number = ${house.did}`.execute(
      tx.as(),
    );
  });
  return { ...house, boss };
}
/** What WhatsApp tells of a message afterwards. */
async function postWhatsappStatus(
  { boss }: Awaited<ReturnType<typeof aHouse>>,
  ...statusReport: Parameters<typeof statusBody>
): Promise<void> {
  const {
    data: [account],
  } = await server.ask<{ hook: { address: string } }[]>('GET', '/home/api/chat/carrier', { token: boss.token });
  const { payload, headers } = signed(statusBody(...statusReport));
  expect(
    (await server.built.http.inject({ method: 'POST', url: new URL(account!.hook.address).pathname, payload, headers }))
      .statusCode,
  ).toBe(200);
}
const rowsOf = async (tenantId: number) =>
  (
    await db.everyTenant('looks', (tx) =>
      sql<{
        no: number;
        type: number;
        info: Record<string, unknown>;
      }>`select m.no, m.type::int, m.info from flow_talk t join flow_talk_message m on m.talk = t.id where t.tenant_id = ${tenantId} and m.type in (${MessageType.whatsappSent}, ${MessageType.whatsappFailed}) order by m.no`.execute(
        tx.as(),
      ),
    )
  ).rows;
const branchOf = (tenantId: number) =>
  db.everyTenant(
    'looks',
    async (tx) =>
      (
        await sql<{
          info: { branch: string };
        }>`select m.info from flow_talk t join flow_talk_message m on m.talk = t.id where t.tenant_id = ${tenantId} and m.type = ${MessageType.botNode} and m.node_id = 'write'`.execute(
          tx.as(),
        )
      ).rows[0]?.info.branch,
  );
const sentTo = (number: string) => api.sent.filter(({ to }) => to === number);

/** Somebody calls; when the flow has said its line the call is over. */
async function called(number: string) {
  const house = await aHouse();
  exchange.outside.callIn(house.did, number);
  await soon(async () => (await storedTalks(db, house.tenantId))[0]?.result ?? null).not.toBeNull();
  return { ...house, talk: (await storedTalks(db, house.tenantId))[0]! };
}

test('[FLOW-11] on a real call the template is sent with its values, in the country’s kind of the language, and told as 81', async () => {
  const { tenantId, talk } = await called('525512345601');
  expect(talk.result).toBe(AiCallResult.aiHungUp);
  expect(talk.types).toContain(MessageType.whatsappSent);
  expect(await branchOf(tenantId)).toBe('next');
  expect(sentTo('525512345601')).toMatchObject([
    {
      type: 'template',
      template: {
        name: 'order_update',
        language: { code: 'en_US' },
        components: [{ parameters: [{ text: '525512345601' }, { text: 'A-17' }] }],
      },
    },
  ]);
});

test('[FLOW-11] what WhatsApp refuses for good is told as 82, and the flow goes by its failure', async () => {
  api.next('refuse');
  const { tenantId, talk } = await called('525512345602');
  expect(talk.types).toContain(MessageType.whatsappFailed);
  expect(talk.types).not.toContain(MessageType.whatsappSent);
  expect(await branchOf(tenantId)).toBe('failed');
  expect(sentTo('525512345602')).toEqual([]);
});

test('[FLOW-11] what may go later is not refused: it is tried again, once', async () => {
  api.next('busy');
  const { talk } = await called('525512345603');
  expect(talk.types).toContain(MessageType.whatsappSent);
  await soon(() => sentTo('525512345603').length).toBe(1);
});

test('[FLOW-11] what WhatsApp gives up later is kept as 82 in the place of its 81, with the reason; nothing follows the end', async () => {
  const house = await called('525512345605');
  const [sent] = await rowsOf(house.tenantId);
  expect(sent).toMatchObject({ type: MessageType.whatsappSent });
  const [message] = sentTo('525512345605');
  await postWhatsappStatus(house, message!.id, 'delivered', {
    biz_opaque_callback_data: message!.biz_opaque_callback_data!,
  });
  await postWhatsappStatus(house, message!.id, 'failed', {
    biz_opaque_callback_data: message!.biz_opaque_callback_data!,
    errors: [{ code: 131026, title: 'Message undeliverable' }],
  });
  await soon(() => rowsOf(house.tenantId)).toEqual([
    { no: sent!.no, type: MessageType.whatsappFailed, info: { ...sent!.info, why: 'noRecipient', later: true } },
  ]);
  expect((await storedTalks(db, house.tenantId))[0]!.types.at(-1)).toBe(MessageType.flowEnded);
});

test('[FLOW-11] so is what is refused for good when it is tried again', async () => {
  api.next('busy');
  api.next('refuse');
  const { tenantId, talk } = await called('525512345606');
  expect(talk.types).toContain(MessageType.whatsappSent);
  // It is tried again after five seconds.
  await expect
    .poll(() => rowsOf(tenantId), { timeout: 40_000 })
    .toMatchObject([{ type: MessageType.whatsappFailed, info: { why: 'noRecipient', later: true } }]);
});

test('[FLOW-11] so is what is refused after the flow went on without waiting for it', async () => {
  const house = await aHouse();
  const refused = Promise.withResolvers<never>();
  // It may be refused before anybody has asked: nothing says when the message leaves.
  refused.promise.catch(() => {});
  const trade = whatsappCloud(server.world);
  const slow: CarrierTrade = { ...trade, open: (account) => ({ ...trade.open(account), send: () => refused.promise }) };
  const hasty = openTalks(
    { db, clock: systemClock, log, exchange: { domain: 'openseat.test', node: 'hasty', iceServers: () => [] } },
    {
      speech: fakeSpeech(),
      shelf,
      sounds: { samples: async () => null },
      outside: async () => {
        throw new Error('nobody');
      },
      outreach: openFlowOutreach({ db, log }, [slow], 0),
    },
  );
  const talk = await hasty.beginText(
    anAsk(house.tenantId, sends, {
      source: 'call',
      caller: { number: '525512345608', customerId: null, fields: {}, tagIds: [] },
    }),
  );
  await talk.over;
  expect(await rowsOf(house.tenantId)).toMatchObject([{ type: MessageType.whatsappSent }]);
  refused.reject(new CarrierRefusal('noRecipient', true));
  await soon(() => rowsOf(house.tenantId)).toMatchObject([
    { type: MessageType.whatsappFailed, info: { why: 'noRecipient', later: true } },
  ]);
  await hasty.stop();
});

test('[FLOW-11] what is told of a message of another team changes nothing', async () => {
  const [house, other] = [await called('525512345607'), await aHouse()];
  const [message] = sentTo('525512345607');
  await postWhatsappStatus(other, message!.id, 'failed', {
    biz_opaque_callback_data: message!.biz_opaque_callback_data!,
    errors: [{ code: 131026, title: 'x' }],
  });
  await postWhatsappStatus(house, message!.id, 'failed', {
    biz_opaque_callback_data: 'flow.somebody.0123456789ab',
    errors: [{ code: 131026, title: 'x' }],
  });
  // Its own comes after both, and is the only one that is found.
  await postWhatsappStatus(house, message!.id, 'failed', {
    biz_opaque_callback_data: message!.biz_opaque_callback_data!,
    errors: [{ code: 131047, title: 'x' }],
  });
  await soon(() => rowsOf(house.tenantId)).toMatchObject([
    { type: MessageType.whatsappFailed, info: { why: 'windowOver' } },
  ]);
});

test('[FLOW-11] nothing is sent in a test, and the test says so', async () => {
  const house = await aHouse();
  const talk = await talks.beginText(
    anAsk(house.tenantId, sends, { caller: { number: '525512345604', customerId: null, fields: {}, tagIds: [] } }),
  );
  await talk.over;
  await soon(async () => (await storedTalks(db, house.tenantId))[0]?.types ?? []).toEqual(
    expect.arrayContaining([MessageType.note, MessageType.whatsappSent]),
  );
  expect(sentTo('525512345604')).toEqual([]);
});
