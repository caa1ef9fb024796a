import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MessageType } from '#shared/codes/message-type.ts';
import { aFlow, play, type Happening } from './flow.fixture.ts';
import { flowMachine } from './flow-machine.ts';
import type { Flow } from './flow.ts';
import { kindOf, nodeKinds } from './kinds/index.ts';
import { messageSources, type MessageSource } from './message-sources.ts';
import { openRun } from './run.ts';

const nameOf = (key: string) => key.replace('messageType.', '');
const written = (source: MessageSource) =>
  source.by === 'kinds'
    ? `\`${source.kinds.join('`, `')}\` | ${source.when}`
    : source.by === 'provider'
      ? `provider only | ${source.why}`
      : `${source.by} | ${source.when}`;

test('[FLOW-05] every message type has a source: the engine, kinds of nodes, the host, or a provider with the reason', () => {
  expect(MessageType.rows.filter(({ code }) => !Object.hasOwn(messageSources, code)).map(({ key }) => key)).toEqual([]);
  const provider = MessageType.rows
    .filter(({ code }) => messageSources[code].by === 'provider')
    .map(({ code }) => code);
  expect(provider).toEqual([MessageType.callRinging, MessageType.videoPlayed, MessageType.videoReceived]);
});

test('[FLOW-05] every trigger 200 to 221 is told by some kind, and every kind by the one that says so', () => {
  const triggers = MessageType.rows.filter(({ family }) => family === 'triggerNode');
  expect(triggers.map(({ code }) => code)).toEqual(Array.from({ length: 22 }, (_, at) => 200 + at));
  for (const { code } of triggers) {
    const source = messageSources[code];
    expect(source.by === 'kinds' ? source.kinds.toSorted() : []).toEqual(
      nodeKinds
        .filter(({ trigger }) => trigger === code)
        .map(({ kind }) => kind)
        .toSorted(),
    );
  }
});

test('[FLOW-05] sources name kinds there are', () => {
  const named = Object.values(messageSources).flatMap((source) => (source.by === 'kinds' ? source.kinds : []));
  expect(named.filter((kind) => !kindOf(kind))).toEqual([]);
});

const words = (en: string) => ({ words: { en }, sounds: {} });
const only = (kind: string, settings: Record<string, unknown> = {}) =>
  aFlow({ here: { kind, settings } }, ['start next here']);
const done: Happening = { answer: { ok: true, what: 'done' } };
const no: Happening = { answer: { ok: false, why: 'no' } };
const entries = [{ key: 'q', name: '', examples: ['opening hours'], answer: words('Nine.') }];

/** Together they make the engine and the kinds tell everything they can. */
const scenes: [Flow, Happening[]][] = [
  [only('say', { spoken: words('Hi') }), [{ cut: '' }]],
  [only('say', { spoken: words('Hi') }), ['callerGone']],
  [only('say', { spoken: { words: {}, sounds: { en: 3 } } }), ['said']],
  [
    only('listen', { spoken: words('?'), intents: [{ key: 'a', name: '', examples: ['book'] }], tries: 1 }),
    ['said', { heard: 'this is ridiculous' }],
  ],
  [
    only('listen', {
      spoken: words('?'),
      intents: [{ key: 'a', name: '', examples: ['book'] }],
      tries: 1,
      saveAs: 'v',
    }),
    ['said', { heard: 'book' }],
  ],
  [only('menu', { spoken: words('?'), tries: 1 }), ['said', { heard: 'one' }]],
  [only('menu', { spoken: words('?'), tries: 1 }), ['said', 'silent']],
  [only('menu', { spoken: words('?') }), [{ keys: '1' }]],
  [only('collect', { attrKey: 'v', spoken: words('?') }), ['said', { heard: 'x' }]],
  [only('knowledge', { spoken: words('?'), entries }), ['said', { heard: 'opening hours' }]],
  [only('ai', { goal: 'x', opening: words('Hi') }), ['said', 'silent']],
  [only('survey', { spoken: words('?') }), [{ keys: '5' }, done]],
  [only('condition'), []],
  [only('intent'), []],
  [only('hours'), [no]],
  [only('detect'), [{ answer: { ok: true, what: 'detected', person: 'voicemail', ms: 1 } }]],
  [only('detectLanguage', { spoken: words('?') }), ['said', { heard: 'the the' }]],
  [only('setVariable'), []],
  [only('http', { url: 'https://x.example' }), [no]],
  ...['add', 'remove', 'replace', 'clear'].map((how): [Flow, Happening[]] => [
    only('tagCustomer', { how, tagIds: [1] }),
    [done],
  ]),
  [only('sms', { text: 'x' }), [done]],
  [only('whatsapp', { text: 'x' }), [done]],
  [only('whatsapp', { text: 'x' }), [no]],
  [only('record'), [no]],
  [only('wait'), ['timeUp']],
  [only('transfer', { to: { kind: 'group', groupId: 1 } }), [done]],
  [only('transfer', { to: { kind: 'group', groupId: 1 } }), [no]],
  [only('voicemail', { spoken: words('!') }), ['said', done]],
  [
    only('jump', { flowId: 1, comesBack: true }),
    [{ answer: { ok: true, what: 'flow', flow: only('hangUp'), name: 'x' } }],
  ],
  [
    only('jump', { flowId: 1, comesBack: true }),
    [{ answer: { ok: true, what: 'flow', flow: only('condition'), name: 'x' } }],
  ],
  [aFlow({ a: { kind: 'condition' } }, ['start next a', 'a yes a']), []],
];

test('[FLOW-05] everything the engine and the kinds are said to tell is told', () => {
  const messageTypes = new Set(scenes.flatMap(([flow, happenings]) => play(flow, happenings).messageTypes));
  const late = flowMachine(
    openRun(only('wait'), { caller: { number: '1', customerId: null, fields: {}, tagIds: [] } }),
    { type: 'stopped', why: 'timeLimit', nowMs: 0 },
  );
  for (const effect of late.effects) if (effect.type === 'addMessage') messageTypes.add(effect.message.type);
  expect(
    MessageType.rows
      .filter(({ code }) => ['engine', 'kinds'].includes(messageSources[code].by) && !messageTypes.has(code))
      .map(({ key }) => key),
  ).toEqual([]);
});

test('[FLOW-05] docs/flows.md shows the same table', () => {
  const docs = readFileSync(new URL('../../docs/flows.md', import.meta.url), 'utf8');
  const rows = MessageType.rows.map(
    ({ code, key }) => `| ${code} | ${nameOf(key)} | ${written(messageSources[code])} |`,
  );
  expect(rows.filter((row) => !docs.includes(row))).toEqual([]);
});
