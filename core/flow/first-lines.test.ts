import { expect, test } from 'vitest';
import { VariableType } from '#shared/codes/variable-type.ts';
import { answerLine, firstLines } from './first-lines.ts';
import { aFlow, play, PLAYED_AT_MS } from './flow.fixture.ts';
import type { Flow, Values } from './flow.ts';
import { openRun } from './run.ts';

const spoken = (text: string) => ({ spoken: { words: { en: text }, sounds: {} } });
const linesOf = (flow: Flow, values: Values = {}): string[] =>
  firstLines(
    openRun(flow, { caller: { number: '5215550100', customerId: null, fields: {}, tagIds: [] }, values }),
    PLAYED_AT_MS,
  ).map(({ text }) => text);

test('[TASK-02] what is said up to the first question is known beforehand, with the values of whoever is called', () => {
  const flow = aFlow(
    {
      who: { kind: 'detect' },
      hello: { kind: 'say', settings: spoken('Hello {{name}}.') },
      owed: { kind: 'say', settings: spoken('You owe {{amount}}.') },
      ask: { kind: 'listen', settings: { ...spoken('Will you pay today?'), intents: [] } },
      bye: { kind: 'hangUp', settings: spoken('Goodbye.') },
    },
    ['start next who', 'who human hello', 'hello next owed', 'owed next ask', 'ask other bye'],
    {
      variables: [
        { attrKey: 'name', name: 'Name', valueType: VariableType.text, valueFormat: 0, choices: [] },
        { attrKey: 'amount', name: 'Amount', valueType: VariableType.number, valueFormat: 0, choices: [] },
      ],
    },
  );
  expect(linesOf(flow, { name: 'Lucía', amount: 40 })).toEqual(['Hello Lucía.', 'You owe 40.', 'Will you pay today?']);
});

test('[TASK-02] what the world is asked first ends it, and a circle does not last', () => {
  const asks = aFlow(
    {
      hours: { kind: 'hours', settings: { calendarId: null } },
      hello: { kind: 'say', settings: spoken('Hello.') },
    },
    ['start next hours', 'hours open hello'],
  );
  expect(linesOf(asks)).toEqual([]);
  const circle = aFlow(
    { one: { kind: 'say', settings: spoken('One.') }, two: { kind: 'say', settings: spoken('Two.') } },
    ['start next one', 'one next two', 'two next one'],
  );
  expect(linesOf(circle)).toEqual(['One.', 'Two.', 'One.', 'Two.', 'One.', 'Two.']);
});

test('[FLOW-11] the answer to what may be heard is known beforehand, unless the world is asked for it, and nothing comes of looking', () => {
  const flow = aFlow(
    {
      ask: {
        kind: 'listen',
        settings: {
          ...spoken('Sales or help?'),
          intents: [
            { key: 'sales', name: 'Sales', examples: ['sales'] },
            { key: 'help', name: 'Help', examples: ['help'] },
          ],
        },
      },
      sales: { kind: 'say', settings: spoken('We sell.') },
      hours: { kind: 'hours', settings: { calendarId: null } },
    },
    ['start next ask', 'ask sales sales', 'ask help hours'],
  );
  const { run } = play(flow, ['said']);
  const answer = (text: string) =>
    answerLine(run, { type: 'heard', text, phrase: null, confidence: 1, language: null }, PLAYED_AT_MS)?.text ?? null;
  const before = structuredClone(run.values);
  expect([answer('sales'), answer('help'), answer('sales')]).toEqual(['We sell.', null, 'We sell.']);
  expect(run.values).toEqual(before);
});
