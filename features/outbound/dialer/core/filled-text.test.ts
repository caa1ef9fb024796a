import { expect, test } from 'vitest';
import { filledText } from './filled-text.ts';

const ana = { name: 'Ana', columns: { Plan: 'Gold', 'Due on': '3 May' } };

test.each([
  ['Hello {name}, your plan {plan} ends on {Due on}.', 'Hello Ana, your plan Gold ends on 3 May.'],
  ['Hello {nobody knows} there', 'Hello there'],
  ['No braces at all', 'No braces at all'],
  ['{ Plan }{}', 'Gold{}'],
])('[TASK-03] what a machine is told has the values of whoever is called: %s', (text, filled) => {
  expect(filledText(text, ana)).toBe(filled);
});

test('[TASK-03] a column that is called name goes before the name of the list', () => {
  expect(filledText('{Name}', { name: 'Ana', columns: { Name: 'Mrs Ana' } })).toBe('Mrs Ana');
});
