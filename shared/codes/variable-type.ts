import { codes, type CodeOf } from '../codes.ts';

/**
 * What a variable of a flow holds, and whose options its form offers (specification P9 for the order, P3 for
 * 6 and 9). 8 is "others" there; we make it a choice from a list.
 */
export const VariableType = codes({
  text: { code: 1, key: 'variableType.text', options: 'none' },
  number: { code: 2, key: 'variableType.number', options: 'none' },
  price: { code: 3, key: 'variableType.price', options: 'currency' },
  phone: { code: 4, key: 'variableType.phone', options: 'none' },
  sequence: { code: 5, key: 'variableType.sequence', options: 'none' },
  date: { code: 6, key: 'variableType.date', options: 'date' },
  characters: { code: 7, key: 'variableType.characters', options: 'none' },
  choice: { code: 8, key: 'variableType.choice', options: 'choice' },
  time: { code: 9, key: 'variableType.time', options: 'time' },
});
export type VariableType = CodeOf<typeof VariableType>;
