import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { identityOf, type CallerIdRules } from './caller-id.ts';

const known = { account: 'trunk7', host: 'carrier.example' };

describe('[CC-12] who we say we are', () => {
  test.each([
    ['number', 'asserted', '+49301', ['+49301', 'P-Asserted-Identity: <sip:+49301@carrier.example>']],
    ['account', 'asserted', '+49301', ['trunk7', 'P-Asserted-Identity: <sip:+49301@carrier.example>']],
    ['account', 'preferred', '+49301', ['trunk7', 'P-Preferred-Identity: <sip:+49301@carrier.example>']],
    ['number', 'nowhere', '+49301', ['+49301']],
    [
      'number',
      'asserted',
      'a"b\r\nX: y',
      ['a%22b%20X%3A%20y', 'P-Asserted-Identity: <sip:a%22b%20X%3A%20y@carrier.example>'],
    ],
    ['number', 'asserted', '', ['anonymous', 'P-Asserted-Identity: <sip:trunk7@carrier.example>', 'Privacy: id']],
    ['number', 'nowhere', 'anonymous', ['anonymous', 'Privacy: id']],
  ] as const)('%s, %s: %s', (from, vouched, number, expected) => {
    const identity = identityOf(number, { ...known, rules: { from, vouched } });
    expect([identity.user, ...identity.headers]).toEqual(expected);
    expect(identity.host).toBe(identity.user === 'anonymous' ? 'anonymous.invalid' : 'carrier.example');
  });

  test.each<[string, Partial<CallerIdRules>, string, string[]]>([
    [
      'the main number is vouched for',
      { vouchedNumber: '+49300' },
      '+49301',
      ['+49301', 'P-Asserted-Identity: <sip:+49300@carrier.example>'],
    ],
    [
      'a number of the carrier is said to have diverted the call',
      { vouched: 'nowhere', diversion: '+49300' },
      '+1415',
      ['+1415', 'Diversion: <sip:+49300@carrier.example>'],
    ],
    [
      'Privacy alone hides, and From names the account',
      { vouched: 'nowhere', hidden: 'privacyOnly' },
      '',
      ['trunk7', 'Privacy: id'],
    ],
  ])('%s', (_what, rules, number, expected) => {
    const identity = identityOf(number, { ...known, rules: { from: 'number', vouched: 'asserted', ...rules } });
    expect([identity.user, ...identity.headers]).toEqual(expected);
  });

  test('without an account and a main number nobody can be named: From says so', () => {
    const rules = { from: 'account', vouched: 'preferred', hidden: 'privacyOnly' } as const;
    expect(identityOf('', { account: null, host: 'x', rules })).toEqual({
      user: 'anonymous',
      host: 'anonymous.invalid',
      name: 'Anonymous',
      headers: ['Privacy: id'],
    });
  });

  test('whatever is entered, a line stays one line', () => {
    const text = fc.string({ maxLength: 80 });
    fc.assert(
      fc.property(text, text, text, (number, vouchedNumber, diversion) => {
        const identity = identityOf(number, {
          ...known,
          rules: { from: 'number', vouched: 'asserted', vouchedNumber, diversion },
        });
        for (const line of [identity.user, ...identity.headers]) expect(line).not.toMatch(/[\u0000-\u001f]/);
      }),
    );
  });
});
