import { expect, test } from 'vitest';
import { processorMs } from '#test/processor-time.ts';
import { changedFields, masked } from './changes.ts';

test('[ADMIN-04] a change is told field by field, what stayed is left out', () => {
  const before = { name: 'Support', functions: ['a.view'], seats: { text: true, voice: false } };
  const after = { name: 'Support', functions: ['a.view', 'a.edit'], seats: { text: true, voice: true } };
  expect(changedFields({ before, after })).toEqual([
    { field: 'functions', before: '["a.view"]', after: '["a.view","a.edit"]' },
    { field: 'seats.voice', before: 'false', after: 'true' },
  ]);
});

test.each([
  ['something new', { after: { name: 'x' } }, [{ field: 'name', before: null, after: '"x"' }]],
  ['something deleted', { before: { name: 'x', note: null } }, [{ field: 'name', before: '"x"', after: null }]],
  ['a plain value', { before: 'a', after: 'b' }, [{ field: '', before: '"a"', after: '"b"' }]],
  ['nothing', null, []],
  ['the same twice', { before: { a: 1 }, after: { a: 1 } }, []],
  [
    'an object that became a list',
    { before: { a: { b: 1 } }, after: { a: [1] } },
    [{ field: 'a', before: '{"b":1}', after: '[1]' }],
  ],
])('[ADMIN-04] %s is told', (_what, change, fields) => {
  expect(changedFields(change)).toEqual(fields);
});

test('[SEC-01] masking hides numbers but their last two digits, and mail addresses', () => {
  expect(masked('{"phone":"+52 55 1234 5678","email":"ana@aurora.example","count":12}')).toBe(
    '{"phone":"**************78","email":"***","count":12}',
  );
});

test('[SEC-01] masking takes no longer for a text without spaces', () => {
  const tookMs = processorMs(() =>
    expect(masked(`${'字'.repeat(100_000)} ana@aurora.example`)).toMatch(/^字{100000} \*\*\*$/),
  );
  expect(tookMs).toBeLessThan(1_000);
});
