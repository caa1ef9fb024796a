import { expect, test } from 'vitest';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { aFlow, play, type Happening } from '../flow.fixture.ts';
import { kindOf } from './index.ts';

const words = (en: string) => ({ words: { en }, sounds: {} });
const only = (kind: string, settings: Record<string, unknown>) =>
  aFlow({ here: { kind, settings } }, ['start next here']);
const done: Happening = { answer: { ok: true, what: 'done' } };
const refused: Happening = { answer: { ok: false, why: 'nobody' } };

test('[FLOW-11] a text message is written as people read it: dates and prices by their format, numbers in one piece', () => {
  const flow = aFlow(
    { here: { kind: 'sms', settings: { text: '{{day}}, {{total}}, {{phone}}' } } },
    ['start next here'],
    {
      variables: [
        { attrKey: 'day', name: 'Day', valueType: 6, valueFormat: 3, choices: [] },
        { attrKey: 'total', name: 'Total', valueType: 3, valueFormat: 0, currency: 'EUR', choices: [] },
        { attrKey: 'phone', name: 'Phone', valueType: 4, valueFormat: 0, choices: [] },
      ],
    },
  );
  expect(play(flow, [], { day: '2026-12-24', total: 9.5, phone: '5550100' }).asked).toMatchObject([
    { text: '24/12/2026, 9.50 euros, 5550100', to: '5215550100' },
  ]);
});

test('[FLOW-11] variables are set by expressions, one after another', () => {
  const flow = only('setVariable', {
    sets: [
      { attrKey: 'total', expression: 'price * 2' },
      { attrKey: 'text', expression: '"It is " + total' },
    ],
  });
  const played = play(flow, [], { price: 4.5 });
  expect([played.run.values['text'], played.left.at(-1)]).toEqual(['It is 9', 'next']);
  expect(play(flow, [], { price: 'much' }).left.at(-1)).toBe('failed');
});

test('[FLOW-11] a request is filled in so that no value can change where it goes, and its answer is mapped', () => {
  const flow = only('http', {
    method: 'POST',
    url: 'https://shop.example/orders/{{order}}?by={{name}}',
    headers: [{ name: 'X-Who', value: '{{name}}' }],
    body: '{"note":"{{name}}"}',
    map: [
      { path: 'order.state', attrKey: 'state' },
      { path: 'items[1].price', attrKey: 'price' },
      { path: 'none', attrKey: 'none' },
    ],
    saveStatusAs: 'status',
  });
  const values = { order: '../admin?x=1#', name: 'A "b"\r\nEvil: 1' };
  const played = play(
    flow,
    [
      {
        answer: { ok: true, what: 'http', status: 200, body: '{"order":{"state":"sent"},"items":[{},{"price":9.5}]}' },
      },
    ],
    values,
  );
  expect(played.asked).toEqual([
    {
      what: 'http',
      method: 'POST',
      url: 'https://shop.example/orders/..%2Fadmin%3Fx%3D1%23?by=A%20%22b%22%0D%0AEvil%3A%201',
      headers: { 'X-Who': 'A "b"  Evil: 1' },
      body: '{"note":"A \\"b\\"\\r\\nEvil: 1"}',
      timeoutMs: 5_000,
    },
  ]);
  expect(played.run.values).toMatchObject({ state: 'sent', price: 9.5, status: 200 });
  expect(played.run.values).not.toHaveProperty('none');
  expect([played.left.at(-1), played.messageTypes.includes(MessageType.requestAnswered)]).toEqual(['ok', true]);
});

test.each<[string, Happening]>([
  ['an error', { answer: { ok: true, what: 'http', status: 500, body: 'no' } }],
  ['no answer', { answer: { ok: false, why: 'timeout' } }],
])('[FLOW-11] %s to a request leaves by failed', (_, happening) => {
  expect(play(only('http', { url: 'https://x.example' }), [happening]).left.at(-1)).toBe('failed');
});

test.each([
  ['add', [1, 2], [], [7, 1, 2], MessageType.tagAdded],
  ['remove', [], [1, 2], [7], MessageType.tagRemoved],
  ['replace', [1, 2], [7], [1, 2], MessageType.tagReplaced],
  ['clear', [], [2, 7], [], MessageType.tagsCleared],
])('[FLOW-05] tags: %s', (how, add, remove, after, messageType) => {
  const played = play(
    only('tagCustomer', { how, tagIds: how === 'clear' ? [] : [1, 2] }),
    [done],
    {},
    { tagIds: [2, 7] },
  );
  expect(played.asked).toEqual([{ what: 'tag', add, remove }]);
  expect(played.messageTypes).toContain(messageType);
  expect(played.run.caller.tagIds).toEqual(after);
});

test('[FLOW-11] tags and fields that were just given are known to what follows', () => {
  const flow = aFlow(
    {
      tag: { kind: 'tagCustomer', settings: { tagIds: [3] } },
      has: { kind: 'customerTag', settings: { tagIds: [3] } },
      write: { kind: 'updateCustomer', settings: { fields: [{ field: 'company', value: '{{firm}}' }] } },
      hello: { kind: 'say', settings: { spoken: words('Hello {{customer_company}}.') } },
    },
    ['start next tag', 'tag next has', 'has yes write', 'write next hello'],
  );
  const played = play(flow, [done, done], { firm: 'Acme' });
  expect(played.asked[1]).toEqual({ what: 'updateCustomer', fields: { company: 'Acme' } });
  expect(played.said).toEqual(['Hello Acme.']);
});

test.each<[string, Record<string, unknown>, Happening, unknown, string, MessageType]>([
  [
    'sms',
    { text: 'Hi {{name}}' },
    done,
    { what: 'sms', templateId: null, text: 'Hi Ana', to: '5215550100' },
    'next',
    MessageType.smsSent,
  ],
  [
    'sms',
    { text: 'Hi', templateId: 4, to: '{{other}}', prefixes: ['77'] },
    refused,
    { what: 'sms', templateId: 4, text: 'Hi', to: '777' },
    'failed',
    MessageType.note,
  ],
  [
    'whatsapp',
    { text: 'Hi {{name}}' },
    done,
    { what: 'whatsapp', template: '', text: 'Hi Ana', to: '5215550100' },
    'next',
    MessageType.whatsappSent,
  ],
  [
    'whatsapp',
    { template: 'welcome' },
    refused,
    { what: 'whatsapp', template: 'welcome', text: '', to: '5215550100' },
    'failed',
    MessageType.whatsappFailed,
  ],
  ['callback', { groupId: 6 }, done, { what: 'callback', groupId: 6, number: '5215550100' }, 'next', MessageType.note],
  [
    'callback',
    { groupId: 6 },
    refused,
    { what: 'callback', groupId: 6, number: '5215550100' },
    'failed',
    MessageType.note,
  ],
  ['record', { on: false }, done, { what: 'record', on: false }, 'next', MessageType.note],
  ['record', { on: true }, refused, { what: 'record', on: true }, 'next', MessageType.note],
])('[FLOW-11] %s %j', (kind, settings, answer, asked, branch, messageType) => {
  const played = play(only(kind, settings), [answer], { name: 'Ana', other: '777' });
  expect(played.asked).toEqual([asked]);
  expect(played.left.at(-1)).toBe(branch);
  expect(played.messageTypes).toContain(messageType);
});

test('[FLOW-11] a wait goes on when its time is up, and not before', () => {
  const flow = only('wait', { ms: 2_000 });
  expect(play(flow, [{ heard: 'hello' }]).left).toEqual(['next']);
  expect(play(flow, ['timeUp']).left).toEqual(['next', 'next']);
});

const desk = aFlow(
  {
    to: { kind: 'transfer', settings: { spoken: words('One moment.'), to: { kind: 'group', groupId: 8 } } },
    sorry: { kind: 'hangUp', settings: { spoken: words('Nobody is free.') } },
  },
  ['start next to', 'to failed sorry'],
);

test('[FLOW-11] a transfer that is answered hands the caller over (22), after what was said', () => {
  expect(play(desk, []).asked).toEqual([]);
  const played = play(desk, ['said', done]);
  expect(played.asked).toEqual([{ what: 'transfer', to: { kind: 'group', groupId: 8 }, timeoutMs: 60_000 }]);
  expect(played.result).toBe(AiCallResult.transferSucceeded);
  expect(played.effects.at(-1)).toMatchObject({ type: 'end', afterwards: 'handedOver' });
  expect(played.messageTypes).toEqual(
    expect.arrayContaining([
      MessageType.transferAsked,
      MessageType.holdStarted,
      MessageType.holdEnded,
      MessageType.transferred,
    ]),
  );
});

test('[FLOW-11] a transfer nobody answers goes on, and the call ends as a failed one (23)', () => {
  const played = play(desk, ['said', refused]);
  expect([played.said.at(-1), played.result]).toEqual(['Nobody is free.', AiCallResult.transferFailed]);
  expect(play(only('transfer', { to: { kind: 'number', number: '{{x}}' } }), [], { x: 'home' }).left.at(-1)).toBe(
    'failed',
  );
  expect(play(only('transfer', { to: { kind: 'number', number: '+52 (55) 12-34' } }), []).asked).toMatchObject([
    { to: { kind: 'number', number: '+52551234' } },
  ]);
});

test('[FLOW-11] a number the caller typed or said is called only where the designer said how such numbers begin', () => {
  const toTyped = (number: string, prefixes?: string[]) =>
    play(only('transfer', { to: { kind: 'number', number: '{{typed}}', prefixes } }), [], { typed: number });
  expect([toTyped('+8820001').asked, toTyped('+8820001').left.at(-1)]).toEqual([[], 'failed']);
  expect([toTyped('+8820001', ['+52']).asked, toTyped('19005550', ['52', '1415']).asked]).toEqual([[], []]);
  expect(toTyped('52 55 1234', ['+52']).asked).toMatchObject([{ to: { kind: 'number', number: '52551234' } }]);
  const promised = (number: string, prefixes: string[] = []) =>
    play(only('callback', { groupId: 6, number, prefixes }), [done], { callerNumber: '8820001', typed: '525512345678' })
      .asked;
  expect([promised('{{typed}}'), promised('{{typed}}', ['44'])]).toEqual([[], []]);
  expect(promised('{{typed}}', ['52'])).toMatchObject([{ number: '525512345678' }]);
  // The number they call from is what the exchange says, also where a step keeps something else under its name.
  expect(promised('{{callerNumber}}')).toMatchObject([{ number: '5215550100' }]);
});

test.each([
  ['sms', MessageType.note],
  ['whatsapp', MessageType.whatsappFailed],
] as const)(
  '[FLOW-11] %s goes to a number the caller typed or said only where the designer said how such numbers begin',
  (kind, messageType) => {
    const toTyped = (typed: string, prefixes?: string[]) =>
      play(only(kind, { text: 'Hi', to: '{{typed}}', prefixes }), [done], { typed, callerNumber: '8820001' });
    for (const refusedOne of [toTyped('+8820001'), toTyped('+8820001', ['+52'])]) {
      expect([refusedOne.asked, refusedOne.left.at(-1)]).toEqual([[], 'failed']);
      expect(refusedOne.effects).toContainEqual({
        type: 'addMessage',
        message: expect.objectContaining({
          type: messageType,
          info: expect.objectContaining({ why: 'numberNotAllowed' }),
        }),
      });
    }
    expect(toTyped('52 55 1234', ['+52']).asked).toMatchObject([{ what: kind, to: '52551234' }]);
    // The number they call from is what the exchange says, also where a step keeps something else under its name.
    expect(play(only(kind, { text: 'Hi' }), [done], { callerNumber: '8820001' }).asked).toMatchObject([
      { to: '5215550100' },
    ]);
  },
);

test('[FLOW-11] a designer is told that a number to be filled in needs its beginnings', () => {
  const problems = (kind: 'transfer' | 'callback' | 'sms' | 'whatsapp', settings: object) =>
    kindOf(kind)!.problems!(kindOf(kind)!.settings.parse(settings), only('say', {})).map(({ text, field }) => [
      text,
      field,
    ]);
  expect(problems('transfer', { spoken: words('Hi'), to: { kind: 'number', number: '{{x}}' } })).toEqual([
    ['noPrefixes', 'to.prefixes'],
  ]);
  expect(problems('callback', { groupId: 6, number: '{{x}}' })).toEqual([['noPrefixes', 'prefixes']]);
  for (const kind of ['sms', 'whatsapp'] as const) {
    expect(problems(kind, { text: 'Hi', to: '{{x}}' })).toEqual([['noPrefixes', 'prefixes']]);
    expect(problems(kind, { text: 'Hi' })).toEqual([]);
  }
  expect(problems('callback', { groupId: 6 })).toEqual([]);
});

test('[FLOW-11] a caller who hangs up while waiting was not transferred', () => {
  expect(play(desk, ['said', 'callerGone']).result).toBe(AiCallResult.transferFailed);
});

test('[FLOW-11] a message that was left ends as voicemail (18)', () => {
  const flow = only('voicemail', { spoken: words('After the tone.'), mailbox: 'sales' });
  expect(play(flow, ['said', done])).toMatchObject({
    result: AiCallResult.voicemail,
    asked: [{ what: 'voicemail', mailbox: 'sales', maxMs: 120_000 }],
  });
  expect(play(flow, ['said', refused]).left.at(-1)).toBe('failed');
});

test('[FLOW-11] another flow is entered with the same values, and comes back by done', () => {
  const inner = aFlow({ ask: { kind: 'say', settings: { spoken: words('Inside, {{name}}.') } } }, ['start next ask']);
  const outer = aFlow(
    {
      go: { kind: 'jump', settings: { flowId: 5, comesBack: true } },
      after: { kind: 'hangUp', settings: { spoken: words('Outside.') } },
    },
    ['start next go', 'go done after'],
  );
  const played = play(outer, [{ answer: { ok: true, what: 'flow', flow: inner, name: 'Inner' } }, 'said'], {
    name: 'Ana',
  });
  expect(played.said).toEqual(['Inside, Ana.', 'Outside.']);
  expect(played.messageTypes).toEqual(expect.arrayContaining([MessageType.flowEntered, MessageType.flowReturned]));
  expect(play(outer, [refused]).left.at(-1)).toBe('failed');
});

test('[FLOW-11] two flows that send a caller to each other end as a circle', () => {
  const other = aFlow({ go: { kind: 'jump', settings: { flowId: 5 } } }, ['start next go']);
  const tossed = Array.from({ length: 60 }, (): Happening => ({
    answer: { ok: true, what: 'flow', flow: other, name: 'Other' },
  }));
  expect(play(other, tossed).result).toBe(AiCallResult.systemException);
});
