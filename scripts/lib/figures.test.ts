import { expect, test } from 'vitest';
// @ts-expect-error Plain JavaScript: it runs before there is a Node that reads types.
import { figuresIn, pageOf, sectionOf } from './figures.mjs';

const run = { day: '2026-11-18', seconds: 41.6, loadBefore: 0.42, loadAfter: 1.96, commit: 'abc1234', code: 0 };
const http = { bench: 'http.post.rps', ours: 4156, reference: 5963, unit: 'req/s', ratio: 0.697, goal: 'ratio ≥ 0.85' };

test('figures are the lines of JSON among what a bench prints; what looks like one and is none is left out', () => {
  const output = `\nhttp: a POST\n  http.post.rps 4156\n${JSON.stringify(http)}\n{"bench":"cut off\n{"other":1}\n`;
  expect(figuresIn(output)).toEqual([http]);
});

test('a section says when, how long and at which load it was measured, and what has no reference', () => {
  const section: string = sectionOf(
    'start',
    [{ bench: 'start.rss', ours: 164, reference: null, unit: 'MB', ratio: null }],
    run,
  );
  expect(section).toContain('## start\n\n2026-11-18, commit abc1234, 42 s, load 0.4 before and 2.0 after.');
  expect(section).toContain('| `start.rss` | 164 | – | MB | – |  |');
});

test('a bench that failed says so beside what it measured before', () => {
  expect(sectionOf('http', [http], { ...run, code: 1 })).toContain('it ended with 1');
  expect(sectionOf('http', [], { ...run, code: 1 })).toContain('It said nothing.');
});

test('what was measured anew takes the place of what stood there, in the order of names, and the rest stays', () => {
  const first: string = pageOf(
    '',
    new Map([
      ['http', sectionOf('http', [http], run)],
      ['chat', '## chat\n\nold'],
    ]),
    'two cores',
  );
  const second: string = pageOf(first, new Map([['chat', '## chat\n\nnew']]), 'four cores');
  expect(second).toContain('`http.post.rps` | 4156 | 5963');
  expect(second).toContain('## chat\n\nnew');
  expect(second).not.toContain('old');
  expect(second.indexOf('## chat')).toBeLessThan(second.indexOf('## http'));
  expect(second).toContain('Machine of the last run: four cores.');
  expect(pageOf(second, new Map(), 'four cores')).toBe(second);
});
