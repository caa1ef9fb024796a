import { sql } from 'kysely';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { fakeBrain } from '#adapters/speech/fake/fake-brain.ts';
import { fakeSpeech } from '#adapters/speech/fake/fake-speech.ts';
import { aFlow } from '#core/flow/flow.fixture.ts';
import type { Ask } from '#core/flow/flow-events.ts';
import { OutsideFailure, type OutsideFetch } from '#core/http/outside-fetch.port.ts';
import type { BrainPiece } from '#core/speech/brain.port.ts';
import { openAccount } from '#features/money/ledger/server/index.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { aTenant } from '#test/builders.ts';
import { testDb } from '#test/test-db.ts';
import { handClock } from '#test/clock.ts';
import { askBrain, SPEECHLESS_MS } from './ask-brain.ts';
import { knownCaller } from './ask-customer.ts';
import type { AskListener } from './asks.ts';
import { openAsks } from './open-asks.ts';
import { aLine, anAsk, aTalkHouse, someHands } from './talks.fixture.ts';
import type { TalkAsk } from './talk.ts';

const { db, close } = await testDb();
afterAll(close);

function listening() {
  const events: unknown[] = [];
  const listener: AskListener = {
    answered: (answer) => void events.push(answer),
    brainSaid: (sentence) => void events.push(sentence),
    brainCalled: ({ name }) => void events.push({ calls: name }),
    brainDone: (text, failed) => void events.push({ done: text, failed }),
    addMessage: (type, info) => void events.push({ type, ...info }),
    takesLong: () => void events.push('takesLong'),
  };
  return { events: events, listener };
}

/** Time that is turned by hand. */
function byHand() {
  const clock = handClock(0);
  return { after: clock.after, clock, pass: clock.turn };
}

const brainAsk = {
  what: 'brain',
  goal: 'help',
  knowledge: '',
  tools: [{ name: 'look', purpose: '', inputs: [] }],
  turns: [],
  language: 'en',
} as const;

describe('[complaint 21] a model that is slow or silent', () => {
  /** A model that waits until it is let go. */
  function slow(pieces: readonly BrainPiece[]) {
    const go = Promise.withResolvers<void>();
    return {
      go: go.resolve,
      brain: {
        name: 'slow',
        isScripted: false,
        close: async () => {},
        async *answer() {
          await go.promise;
          yield* pieces;
        },
      },
    };
  }

  test('says nothing: after 1.2 s somebody says so, before 3 s it is given up, and nothing comes after that', async () => {
    const { events, listener } = listening();
    const { after, clock, pass } = byHand();
    const { brain, go } = slow([{ type: 'words', text: 'Too late.' }, { type: 'done' }]);
    askBrain({ brain, clock, after }, brainAsk, listener);
    pass(1_200);
    expect(events).toEqual(['takesLong']);
    pass(SPEECHLESS_MS - 1_200);
    expect(events.at(-1)).toEqual({ done: '', failed: true });
    expect(SPEECHLESS_MS).toBeLessThan(3_000);
    go();
    await new Promise(setImmediate);
    expect(events).toHaveLength(2);
  });

  test('answers with nothing: that is told at once', async () => {
    const { events, listener } = listening();
    askBrain({ brain: fakeBrain(), ...byHand() }, brainAsk, listener);
    await vi.waitFor(() => expect(events).toEqual([{ done: '', failed: false }]));
  });

  test('breaks in the middle: what was said was said', async () => {
    const { events, listener } = listening();
    const brain = fakeBrain();
    brain.fails('cut', 'One moment. I will');
    askBrain({ brain, ...byHand() }, brainAsk, listener);
    await vi.waitFor(() => expect(events.at(-1)).toEqual({ done: 'One moment. I will', failed: true }));
  });

  test('stops in the middle: it is waited for no longer than eight seconds', async () => {
    const { events, listener } = listening();
    const { after, clock, pass } = byHand();
    const never = Promise.withResolvers<void>();
    const brain = {
      name: 'stuck',
      isScripted: false,
      close: async () => {},
      async *answer(): AsyncIterable<BrainPiece> {
        yield { type: 'words', text: 'Hello there. And' };
        await never.promise;
      },
    };
    askBrain({ brain, clock, after }, brainAsk, listener);
    await vi.waitFor(() => expect(events).toContain('Hello there.'));
    pass(8_000);
    expect(events.at(-1)).toEqual({ done: 'Hello there. And', failed: false });
  });

  test('in a call, the fallback line sounds within three seconds', async () => {
    const speech = fakeSpeech();
    const { brain } = slow([]);
    const of: typeof speech.of = async (tenantId) => ({ ...(await fakeSpeech().of(tenantId)), brain: () => brain });
    const house = aTalkHouse(db, { speech: { of } });
    const line = aLine();
    const noSound = { words: {}, sounds: {} };
    const flow = aFlow(
      {
        ai: {
          kind: 'ai',
          settings: {
            goal: 'help',
            opening: noSound,
            fallback: { words: { en: 'Sorry, could you say that again?' }, sounds: {} },
            again: noSound,
          },
        },
      },
      ['start next ai'],
    );
    const talk = await house.talks.beginVoice(
      anAsk(await aTenant(db), flow, { source: 'call' }),
      line.stream,
      someHands(),
    );
    let soundedMs = 0;
    for (let ms = 20; ms <= 4_000 && soundedMs === 0; ms += 20) {
      await house.pass(20, line.tick);
      if (
        talk
          .messages()
          .some(
            ({ msgType, msgInfo }) =>
              msgType === MessageType.aiSaid && msgInfo['text'] === 'Sorry, could you say that again?',
          )
      )
        soundedMs = ms;
    }
    expect(soundedMs).toBeGreaterThan(0);
    expect(soundedMs).toBeLessThanOrEqual(3_000);
    // Something was said while it took long.
    expect(line.playedMs()).toBeGreaterThan(0);
    talk.callerGone();
    await talk.over;
  });
});

test('[FLOW-11] an answer is told by its sentences, timed by its first piece, with the tools it calls', async () => {
  const { events, listener } = listening();
  const brain = fakeBrain();
  brain.answers([
    { type: 'words', text: 'Hello there. ' },
    { type: 'words', text: 'I look it up.' },
    { type: 'call', callId: 'c', name: 'look', input: {} },
  ]);
  askBrain({ brain, ...byHand() }, brainAsk, listener);
  await vi.waitFor(() => expect(events.at(-1)).toEqual({ done: 'Hello there. I look it up.', failed: false }));
  expect(events).toEqual([
    { type: MessageType.llmTiming, ms: 0, provider: 'fake' },
    'Hello there.',
    { calls: 'look' },
    'I look it up.',
    { done: 'Hello there. I look it up.', failed: false },
  ]);
});

test('[FLOW-11] an answer nobody wants any more tells nothing', async () => {
  const { events, listener } = listening();
  const brain = fakeBrain();
  brain.answers('Hello there.');
  askBrain({ brain, ...byHand() }, brainAsk, listener)();
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
  expect(events).toEqual([]);
});

async function asked(
  ask: Ask,
  {
    talk = {},
    outside = async () => {
      throw new Error('nobody');
    },
    hands = null,
  }: { talk?: Partial<TalkAsk>; outside?: OutsideFetch; hands?: ReturnType<typeof someHands> | null } = {},
): Promise<unknown[]> {
  const { events, listener } = listening();
  const tenantId = talk.tenantId ?? (await aTenant(db));
  const shelf = {
    published: async (_tx: unknown, flowId: number) =>
      flowId === 5 ? { flowId, name: 'Survey', version: 1, flow: aFlow({}, []) } : null,
  };
  const asks = openAsks(
    {
      db,
      ...byHand(),
      outside,
      shelf,
      outreach: null,
      speech: { brain: fakeBrain },
      hands,
      language: () => 'en',
      report: (problem) => void events.push(problem),
    },
    { ...anAsk(tenantId, aFlow({}, []), { source: 'call', ...talk }), talkId: 'asking-talk' },
  );
  asks.begin(ask, listener);
  await vi.waitFor(
    () => expect(events.some((one) => typeof one === 'object' && one !== null && 'ok' in one)).toBe(true),
    { timeout: 10_000 },
  );
  return events;
}

describe('[FLOW-11] what a flow asks of the world', () => {
  test('another flow is found where it is published', async () => {
    expect(await asked({ what: 'flow', flowId: 5 })).toMatchObject([{ ok: true, what: 'flow', name: 'Survey' }]);
    expect(await asked({ what: 'flow', flowId: 6 })).toEqual([{ ok: false, why: 'noFlow' }]);
  });

  test('a server is called; one of ours, a slow or a strange one is a failure with a name', async () => {
    const http = {
      what: 'http',
      method: 'POST',
      url: 'https://shop.example/order',
      headers: { 'x-key': '1' },
      body: '{}',
      timeoutMs: 2_000,
    } as const;
    const requests: object[] = [];
    const answer = await asked(http, {
      outside: async (request) => {
        requests.push(request);
        return { status: 201, headers: {}, body: Buffer.from('{"ok":1}') };
      },
    });
    expect(answer).toEqual([{ ok: true, what: 'http', status: 201, body: '{"ok":1}' }]);
    expect(requests).toMatchObject([
      { method: 'POST', url: 'https://shop.example/order', headers: { 'x-key': '1' }, body: '{}', timeoutMs: 2_000 },
    ]);
    expect(
      await asked(http, {
        outside: async () => {
          throw new OutsideFailure('privateAddress');
        },
      }),
    ).toEqual([{ ok: false, why: 'privateAddress' }]);
  });

  test('hours are those of the usual calendar, and nobody knows them where there is none', async () => {
    const tenantId = await aTenant(db);
    expect(await asked({ what: 'hours', calendarId: null }, { talk: { tenantId } })).toEqual([
      { ok: false, why: 'noCalendar' },
    ]);
    await db.everyTenant('hours', (tx) =>
      sql`insert into business_calendar (tenant_id, name, time_zone, weekly, holidays, closed_kind, is_default) values (${tenantId}, 'Office', 'UTC', '[{"day":4,"from":0,"to":1}]', '[]', 'hangUp', true)`.execute(
        tx.as(),
      ),
    );
    // The hand of the clock stands at the first minute of a Thursday.
    expect(await asked({ what: 'hours', calendarId: null }, { talk: { tenantId } })).toEqual([
      { ok: true, what: 'open', isOpen: true, isHoliday: false },
    ]);
  });

  test('a customer is tagged and written to, and whoever is none is not', async () => {
    const tenantId = await aTenant(db);
    const { customerId, tagId } = await db.everyTenant('a customer', async (tx) => {
      const tag = await sql<{
        id: number;
      }>`insert into tag (tenant_id, name, colour, position) values (${tenantId}, 'vip', 'blue', 1) returning id`.execute(
        tx.as(),
      );
      const customer = await sql<{
        id: number;
      }>`insert into customer (tenant_id, full_name, phones, phone_countries, source) values (${tenantId}, 'Lena', '{525512345678}', '{MX}', 1) returning id`.execute(
        tx.as(),
      );
      return { customerId: customer.rows[0]!.id, tagId: tag.rows[0]!.id };
    });
    const caller = { number: '525512345678', customerId, fields: {}, tagIds: [] };
    expect(await asked({ what: 'tag', add: [tagId], remove: [] }, { talk: { tenantId, caller } })).toEqual([
      { ok: true, what: 'done' },
    ]);
    expect(
      await asked(
        { what: 'updateCustomer', fields: { company: 'Aurora', note: 'called' } },
        { talk: { tenantId, caller } },
      ),
    ).toEqual([{ ok: true, what: 'done' }]);
    expect(await db.tenant({ tenantId }, (tx) => knownCaller(tx, '525512345678'))).toMatchObject({
      customerId,
      tagIds: [tagId],
      fields: { company: 'Aurora', note: 'called', full_name: 'Lena' },
    });
    expect(await asked({ what: 'tag', add: [tagId], remove: [] }, { talk: { tenantId } })).toEqual([
      { ok: false, why: 'noCustomer' },
    ]);
    expect(await asked({ what: 'tag', add: [tagId + 999], remove: [] }, { talk: { tenantId, caller } })).toEqual([
      { ok: false, why: 'notFound' },
    ]);
  });

  test('a message is sent and paid for like any other; in a test it is only told', async () => {
    const tenantId = await aTenant(db);
    const sms = { what: 'sms', templateId: null, text: 'Thank you for calling', to: '+52 55 1234 5678' } as const;
    expect(await asked(sms, { talk: { tenantId } })).toEqual([{ ok: false, why: 'smsCountryClosed' }]);
    await db.everyTenant('may send', async (tx) => {
      await openAccount(tx, tenantId, 'USD', 1_000);
      await sql`insert into sms_provider (tenant_id, kind, hook_key) values (${tenantId}, 'outbox', ${`hook-${tenantId}`})`.execute(
        tx.as(),
      );
      await sql`insert into sms_country (tenant_id, iso2) values (${tenantId}, 'MX')`.execute(tx.as());
    });
    expect(await asked(sms, { talk: { tenantId, source: 'test' } })).toEqual([
      { type: MessageType.note, note: 'notSentInTest', what: 'sms' },
      { ok: true, what: 'done' },
    ]);
    expect(await asked(sms, { talk: { tenantId } })).toEqual([{ ok: true, what: 'done' }]);
    const { rows } = await db.everyTenant('looks', (tx) =>
      sql`select number, content from sms_message where tenant_id = ${tenantId}`.execute(tx.as()),
    );
    expect(rows).toEqual([{ number: '525512345678', content: 'Thank you for calling' }]);
  });

  test('WhatsApp is not set up unless it is', async () => {
    expect(await asked({ what: 'whatsapp', template: 'hello', text: '', to: '525512345678' })).toEqual([
      { ok: false, why: 'notSetUp' },
    ]);
  });

  test('what needs a call is done by it, and told and refused where there is none', async () => {
    const hands = someHands({ transfer: { ok: false, why: 'busy' } });
    expect(await asked({ what: 'transfer', to: { kind: 'group', groupId: 1 }, timeoutMs: 1 }, { hands })).toEqual([
      { ok: false, why: 'busy' },
    ]);
    expect(await asked({ what: 'survey', maxKey: 5, key: 4 }, { hands })).toEqual([{ ok: true, what: 'done' }]);
    expect(hands.did).toEqual(['transfer', 'survey']);
    expect(await asked({ what: 'voicemail', mailbox: 'main', maxMs: 1 })).toEqual([
      { type: MessageType.note, note: 'needsCall', what: 'voicemail' },
      { ok: false, why: 'noCall' },
    ]);
  });
});
