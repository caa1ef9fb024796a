import { expect, test } from 'vitest';
import { isHostedHere } from './hosted-domain.ts';

const GOOGLE = 'https://accounts.google.com';

test.each<[string, string, string[] | undefined, boolean]>([
  ['an account the company holds at Google', GOOGLE, ['Aurora.example'], true],
  ['an account of another organisation at Google', GOOGLE, ['borealis.example'], false],
  ['an account at Google that no organisation holds', GOOGLE, undefined, false],
  ['another provider, which says nothing of it', 'https://id.aurora.example', undefined, true],
  ['another provider, which names another organisation', 'https://id.aurora.example', ['borealis.example'], false],
])('[ADMIN-03] %s: %#', (_who, issuer, hd, isOurs) => {
  expect(isHostedHere(issuer, hd, ['aurora.example'])).toBe(isOurs);
});
