import { expect, test } from 'vitest';
import { someFlows } from './ai-tasks.fixture.ts';
import { guessedValues } from './settings-of.ts';

const [{ attributes }] = someFlows as [(typeof someFlows)[number]];

test('[TASK-02] a column called as an attribute fills it, in small or capital letters', () => {
  expect(guessedValues(attributes, ['Celular', 'PLAN'])).toEqual({ plan: 'PLAN' });
});

test('[TASK-02] what somebody chose stays while its column is there', () => {
  expect(guessedValues(attributes, ['Tarifa', 'Plan'], { plan: 'Tarifa' })).toEqual({ plan: 'Tarifa' });
  expect(guessedValues(attributes, ['Plan'], { plan: 'Tarifa' })).toEqual({ plan: 'Plan' });
});

test('[TASK-02] before the columns are known, those of the example are taken', () => {
  expect(guessedValues(attributes, null)).toEqual({ plan: 'Plan', remark: 'Remark' });
});
