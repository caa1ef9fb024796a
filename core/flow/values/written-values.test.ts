import { expect, test } from 'vitest';
import { VariableType } from '#shared/codes/variable-type.ts';
import { writtenValues } from './written-values.ts';

const aVariable = (attrKey: string, valueType: VariableType) => ({
  attrKey,
  name: attrKey,
  valueType,
  valueFormat: 0,
  choices: [],
});

test('columns of a list become values of a flow: figures are numbers, the rest stays as written, empty ones are not known', () => {
  const variables = [aVariable('debt', VariableType.price), aVariable('plan', VariableType.text)];
  expect(
    writtenValues({ variables }, { debt: ' 120.50', plan: '12', due: '2026-12-01', empty: ' ', 'no name': 'x' }),
  ).toEqual({ debt: 120.5, plan: '12', due: '2026-12-01' });
  expect(writtenValues({ variables }, { debt: 'a lot' })).toEqual({ debt: 'a lot' });
});
