import { expect, test } from 'vitest';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import { isSo } from './compare.ts';
import { aFlow, play, type Happening } from './flow.fixture.ts';
import { valueAt } from './json-path.ts';
import { readValue } from './values/read-value.ts';

const words = (en: string) => ({ words: { en }, sounds: {} });
const only = (kind: string, settings: Record<string, unknown>) =>
  aFlow({ here: { kind, settings } }, ['start next here']);
const variable = (valueType: VariableType) => ({
  attrKey: 'it',
  name: 'It',
  valueType,
  valueFormat: 0,
  choices: ['one', 'two'],
});

test.each([
  `in${' '.repeat(20_000)}x`,
  'in '.repeat(7_000),
  `${'1.'.repeat(10_000)}`,
  'x hari '.repeat(3_000),
  'las tres y '.repeat(2_000),
  'half past '.repeat(2_000),
  '一月'.repeat(10_000),
])('[FLOW-11] words made to be slow to read (%#) hold up nobody', (text) => {
  const beganMs = performance.now();
  for (const { code } of VariableType.rows)
    for (const language of ['en', 'es', 'id', 'zh'] as const)
      readValue(variable(code), text, { language, today: '2026-11-15' });
  expect(performance.now() - beganMs).toBeLessThan(1_500);
});

test('[FLOW-11] an endless answer of a recogniser is listened to as far as anybody speaks at once', () => {
  const { run } = play(only('listen', { spoken: words('Yes?'), saveAs: 'wish' }), [
    'said',
    { heard: '😀'.repeat(500_000) },
  ]);
  expect(String(run.values['wish']).length).toBeLessThanOrEqual(2_000);
  expect(String(run.values['wish']).isWellFormed()).toBe(true);
});

test('[FLOW-11] no number is so large or so small that it passes as another', () => {
  expect([
    isSo(1e16, 'atMost', '500'),
    isSo(1e21, 'lessThan', '5'),
    isSo(1e-7, 'atLeast', '1'),
    isSo(-1e16, 'moreThan', '0'),
  ]).toEqual([false, false, false, false]);
  expect([
    isSo('10', 'moreThan', '9'),
    isSo(2, 'is', '2.0'),
    isSo('1234567890123456', 'is', '1234567890123457'),
    isSo(3, 'anyOf', '1, 3'),
  ]).toEqual([true, true, false, true]);
});

test('[FLOW-11] sixteen digits do not slip below the most that may be said', () => {
  const flow = aFlow(
    { here: { kind: 'collect', settings: { attrKey: 'it', spoken: words('How much?'), max: '500', tries: 1 } } },
    ['start next here'],
    { variables: [variable(VariableType.number)] },
  );
  expect(play(flow, ['said', { keys: '9999999999999999#' }]).left.at(-1)).toBe('invalid');
  expect(play(flow, ['said', { keys: `${'9'.repeat(39)}#` }]).left.at(-1)).toBe('invalid');
  expect(play(flow, ['said', { keys: '499#' }]).left.at(-1)).toBe('collected');
});

test('[FLOW-11] what another system answers becomes a value that can be kept: no half signs, no infinite numbers', () => {
  expect(valueAt(`{"a":1e400}`, 'a')).toBeNull();
  expect(String(valueAt(JSON.stringify({ a: `${'x'.repeat(1_999)}😀` }), 'a')).isWellFormed()).toBe(true);
  expect(valueAt('{"__proto__":{"a":1}}', 'constructor.name')).toBeNull();
  expect(valueAt(`{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 'a')).toBeNull();
});

test('[FLOW-11] a value cannot climb out of the folder an address names, and stays one field of a form and one line of a header', () => {
  const ask = (order: string) =>
    play(
      only('http', {
        method: 'POST',
        url: 'https://shop.example/orders/{{order}}/cancel',
        headers: [
          { name: 'Content-Type', value: 'application/x-www-form-urlencoded' },
          { name: 'X-Who', value: '{{order}}' },
        ],
        body: 'order={{order}}',
      }),
      [],
      { order },
    ).asked[0] as { url: string; body: string; headers: Record<string, string> };
  for (const order of ['..', '.', '...']) expect(new URL(ask(order).url).pathname).toBe('/orders//cancel');
  expect(ask('1&admin=1').body).toBe('order=1%26admin%3D1');
  expect(ask('王\u0000\u2028é\r\nEvil: 1').headers['X-Who']).toBe('%E7%8E%8B  %C3%A9  Evil: 1');
});

test('[FLOW-11] whoever says nothing when the language is asked for goes on in the present one, also where the host listens', () => {
  const flow = only('detectLanguage', { spoken: words('Hello?') });
  expect(play(flow, ['said', { answer: { ok: false, why: 'silence' } }]).left.at(-1)).toBe('unknown');
  const played = play(flow, ['said', { answer: { ok: false, why: 'noEar' } }, 'silent']);
  expect(played.left.at(-1)).toBe('unknown');
});

test('[FLOW-11] a flow that goes on in itself comes to an end', () => {
  const flow = only('jump', { flowId: 1 });
  const again: Happening = { answer: { ok: true, what: 'flow', flow, name: 'itself' } };
  for (const comesBack of [true, false])
    expect(
      play(
        only('jump', { flowId: 1, comesBack }),
        Array.from({ length: 200 }, () => again),
      ).result,
    ).toBe(AiCallResult.systemException);
});
