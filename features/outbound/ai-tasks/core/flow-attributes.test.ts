import { expect, test } from 'vitest';
import { aFlow } from '#core/flow/flow.fixture.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import { attributesOf, unfilledAttributes, valuesFor } from './flow-attributes.ts';

const spoken = (text: string) => ({ spoken: { words: { en: text }, sounds: {} } });
const variable = (attrKey: string) => ({
  attrKey,
  name: attrKey.toUpperCase(),
  valueType: VariableType.text,
  valueFormat: 0,
  choices: [],
});

const flow = aFlow(
  {
    hello: { kind: 'say', settings: spoken('Hello {{name}}, you owe {{amount}}.') },
    which: { kind: 'condition', settings: { cases: [] } },
    ask: { kind: 'collect', settings: { ...spoken('When will you pay, {{day}}?'), attrKey: 'day' } },
    thanks: { kind: 'say', settings: spoken('Thank you.') },
  },
  ['start next hello', 'hello next ask', 'ask collected thanks'],
  { variables: ['name', 'amount', 'day', 'unused'].map(variable) },
);

test('[TASK-02] what is said and nowhere asked for has to come from the list', () => {
  expect(attributesOf(flow)).toEqual([
    { attrKey: 'name', name: 'NAME', isRequired: true },
    { attrKey: 'amount', name: 'AMOUNT', isRequired: true },
    { attrKey: 'day', name: 'DAY', isRequired: false },
    { attrKey: 'unused', name: 'UNUSED', isRequired: false },
  ]);
  expect(unfilledAttributes(attributesOf(flow), { amount: 'Saldo' })).toEqual(['name']);
  expect(unfilledAttributes(attributesOf(flow), { amount: 'Saldo', name: 'name' })).toEqual([]);
});

test('[TASK-02] columns become what the flow is told, whatever the letters of their titles; what is not there is left out', () => {
  const member = { name: 'Lucía', number: '525512345678', columns: { ' saldo ': ' 40 ', Vacío: ' ' } };
  const wanted = { amount: 'Saldo', who: 'name', to: 'phone', empty: 'Vacío', gone: 'Otro' };
  expect(valuesFor(wanted, member)).toEqual({ amount: '40', who: 'Lucía', to: '525512345678' });
});

test('[TASK-02] a column of a file goes before what everybody has', () => {
  expect(valuesFor({ who: 'Name' }, { name: 'Lucía', number: '1', columns: { NAME: 'Doña Lucía' } })).toEqual({
    who: 'Doña Lucía',
  });
});
