import { expect, test } from 'vitest';
// @ts-expect-error Plain JavaScript: it runs before there is a Node that reads types.
import { testsOfChange } from './changed-tests.mjs';

/** A small product: what imports what. */
const product: Record<string, string[]> = {
  'core/price.ts': [],
  'core/price.test.ts': ['./price.ts'],
  'core/other.test.ts': [],
  'features/chat/sms/server/index.ts': ['#core/price.ts'],
  'features/chat/sms/server/migrations/2026-01-01-01-sms.sql': [],
  'features/chat/sms/server/routes.test.ts': ['#test/test-server.ts'],
  'features/chat/mail/server/index.ts': ['#features/chat/sms/server/index.ts'],
  'features/chat/mail/server/mail.test.ts': ['#test/test-server.ts'],
  'features/voice/calls/server/index.ts': [],
  'features/voice/calls/server/calls.test.ts': ['#test/test-server.ts'],
  'apps/server/features.ts': ['#features/chat/sms/server/index.ts', '#features/voice/calls/server/index.ts'],
  'test/test-server.ts': ['#apps/server/features.ts'],
  'test/architecture/imports.test.ts': [],
};
const tests = (...changed: string[]) =>
  testsOfChange(changed, Object.keys(product), (path: string) =>
    product[path]!.map((to) => `import { x } from '${to}';`).join('\n'),
  );
const rules = 'test/architecture/imports.test.ts';
const ofSms = ['features/chat/sms/server/routes.test.ts', 'features/chat/mail/server/mail.test.ts'];

test('a decision runs its own tests and those of the features that decide by it', () => {
  expect(tests('core/price.ts')).toEqual(['core/price.test.ts', ...ofSms, rules]);
});

test('a migration, a text or a style runs the tests of its feature', () => {
  expect(tests('features/chat/sms/server/migrations/2026-01-01-01-sms.sql')).toEqual([ofSms[0], rules]);
});

test('a test runs itself', () => {
  expect(tests('core/other.test.ts')).toEqual(['core/other.test.ts', rules]);
});

test.each(['apps/server/features.ts', 'test/test-server.ts', 'package-lock.json', 'vitest.config.ts'])(
  '%s runs everything',
  (path) => {
    expect(tests(path)).toHaveLength(6);
  },
);
