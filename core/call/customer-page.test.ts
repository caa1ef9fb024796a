import { expect, test } from 'vitest';
import { filledPage, LONGEST_PAGE_ADDRESS, pageProblem, type PageValues } from './customer-page.ts';

test.each([
  ['https://crm.example.com/find?phone={number}', null],
  ['https://crm.example.com/c/{customerId}#call={callId}&who={name}', null],
  ['https://crm.example.com/', null],
  ['HTTPS://crm.example.com:8443/{number}', null],
  ['http://localhost:3000/?n={number}', null],
  ['http://127.0.0.1/{number}', null],
  ['http://[::1]/{number}', null],
  ['http://crm.example.com/{number}', 'notSecure'],
  ['http://localhost.example.com/{number}', 'notSecure'],
  ['https://{number}.example.com/', 'fieldInHost'],
  ['https://{number}/', 'fieldInHost'],
  ['https://me:secret@crm.example.com/', 'fieldInHost'],
  ['https://crm.example.com/{phone}', 'unknownField'],
  ['https://crm.example.com/{}', 'unknownField'],
  ['https://crm.example.com/{number', 'unknownField'],
  ['https://crm.example.com/number}', 'unknownField'],
  ['https://crm.example.com/{{number}}', 'unknownField'],
  ['javascript:alert({number})', 'notAnAddress'],
  ['//crm.example.com/{number}', 'notAnAddress'],
  ['crm.example.com/{number}', 'notAnAddress'],
  ['https://', 'notAnAddress'],
  ['https://crm.example.com/a b', 'notAnAddress'],
  ['https://crm.example.com\\{number}', 'notAnAddress'],
  ['https://crm.example.com/\u0000', 'notAnAddress'],
  ['', 'notAnAddress'],
  [`https://crm.example.com/${'a'.repeat(LONGEST_PAGE_ADDRESS)}`, 'tooLong'],
])('[complaint 16] an address of the team’s own: %s', (template, problem) => {
  expect(pageProblem(template)).toBe(problem);
});

const rosa: PageValues = { number: '525512345678', name: 'Rosa Díaz & Co', customerId: '42', callId: 'c-1' };
const hidden: PageValues = { ...rosa, number: null, name: null };

test.each<[string, PageValues, string | null]>([
  ['https://crm.example.com/find?phone={number}', rosa, 'https://crm.example.com/find?phone=525512345678'],
  ['https://crm.example.com/?q={name}', rosa, 'https://crm.example.com/?q=Rosa%20D%C3%ADaz%20%26%20Co'],
  ['https://crm.example.com/{customerId}/{callId}', rosa, 'https://crm.example.com/42/c-1'],
  ['https://crm.example.com/{name}', { ...rosa, name: '../x?y#z' }, 'https://crm.example.com/..%2Fx%3Fy%23z'],
  ['https://crm.example.com/{number}?again={number}', rosa, 'https://crm.example.com/525512345678?again=525512345678'],
  ['https://crm.example.com/find?phone={number}', hidden, null],
  ['https://crm.example.com/{number}/{name}', hidden, null],
  ['https://crm.example.com/{customerId}?phone={number}', hidden, 'https://crm.example.com/42?phone='],
  ['https://crm.example.com/find?phone={number}', { ...rosa, number: '' }, null],
  ['https://crm.example.com/start', hidden, 'https://crm.example.com/start'],
])('[complaint 16] %s for a call', (template, values, address) => {
  expect(filledPage(template, values)).toBe(address);
});
