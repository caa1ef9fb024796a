import { expect, test } from 'vitest';
import { rootsIn, whyNoRoots } from './root-certificates.ts';

const block = (body: string): string => `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----`;

test('certificates are read each for itself, whatever stands between them is refused, and a key above all', () => {
  const two = `${block('AAAA')}\n\n${block('BBBB')}\n`;
  expect(rootsIn(two)).toEqual([block('AAAA'), block('BBBB')]);
  expect([rootsIn(''), whyNoRoots(''), whyNoRoots(two)]).toEqual([[], null, null]);
  expect(whyNoRoots(`${two} and more`)).toBe('text');
  expect(whyNoRoots('-----BEGIN CERTIFICATE-----')).toBe('text');
  expect(whyNoRoots(`${two}\n-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----`)).toBe('key');
  expect(whyNoRoots('-----BEGIN PRIVATE KEY-----')).toBe('key');
  expect(whyNoRoots(Array.from({ length: 6 }, () => block('AAAA')).join('\n'))).toBe('tooMany');
});
