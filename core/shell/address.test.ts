import { expect, test } from 'vitest';
import { isAddressOf, isBare, isPersonal, pageTitle } from './address.ts';

test.each([
  ['/personalSetting/accountSecurity', true],
  ['/personalSetting/changeTeam', true],
  ['/personalSetting', true],
  ['/personalSettings', false],
  ['/home', false],
])('[SHELL-08] %s has the personal menu: %s', (path, expected) => {
  expect(isPersonal(path)).toBe(expected);
});

test.each([
  ['?sso=1', true],
  ['?tabIndex=call&sso=1', true],
  ['sso=1', true],
  ['?sso=0', false],
  ['?sso=11', false],
  ['?x=sso=1', false],
  ['', false],
])('[SHELL-09] the query %j shows only the page: %s', (search, expected) => {
  expect(isBare(search)).toBe(expected);
});

test('[SHELL-28] the document title ends with the system title', () => {
  expect(pageTitle('OpenSeat', 'Customers')).toBe('Customers · OpenSeat');
  expect(pageTitle('OpenSeat', null)).toBe('OpenSeat');
  expect(pageTitle('OpenSeat', 'Home', 3)).toBe('(3) Home · OpenSeat');
});

test.each([
  ['/record', '/record', true],
  ['/record', '/Record/', true],
  ['/record', '/records', false],
  ['/customers/:id', '/customers/17', true],
  ['/customers/:id', '/customers', false],
  ['/customers/:id', '/customers/17/aiCalls', false],
  ['/customers/:id/aiCalls', '/customers/17/aicalls', true],
])('%s is the address of %s: %s', (pattern, path, expected) => {
  expect(isAddressOf(pattern, path)).toBe(expected);
});
