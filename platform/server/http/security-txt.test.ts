import { expect, test } from 'vitest';
import { securityTxt } from './security-txt.ts';

test('[SEC-02] security.txt says whom to tell, where it stands, and until when: less than a year', () => {
  const nowMs = Date.parse('2026-11-16T13:45:10Z');
  expect(securityTxt({ contact: 'mailto:security@aurora.example', publicUrl: 'https://seat.example/app', nowMs })).toBe(
    [
      'Contact: mailto:security@aurora.example',
      'Expires: 2027-05-15T00:00:00.000Z',
      'Preferred-Languages: en, zh, es, id',
      'Canonical: https://seat.example/.well-known/security.txt',
      '',
    ].join('\n'),
  );
});
