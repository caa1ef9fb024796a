import { expect, test } from 'vitest';
import { diffOf, isSame } from './diff.ts';
import { aFlow } from '#core/flow/flow.fixture.ts';

const words = (en: string) => ({ words: { en }, sounds: {} });
const before = aFlow({ hi: { kind: 'say', settings: { spoken: words('Hello.') } }, bye: { kind: 'hangUp' } }, [
  'start next hi',
  'hi next bye',
]);

test('[CC-07] the same flow, or one that was only moved about, has no changes', () => {
  const moved = { ...before, nodes: before.nodes.map((node) => ({ ...node, x: node.x + 500 })) };
  expect(isSame(diffOf(before, moved))).toBe(true);
});

test('[CC-07] a version is compared by nodes, their fields, edges, languages and variables', () => {
  const after = aFlow(
    { hi: { kind: 'say', settings: { spoken: words('Good day.'), mayInterrupt: false } }, ask: { kind: 'wait' } },
    ['start next hi', 'hi next ask'],
    { languages: ['en', 'es'], variables: [{ attrKey: 'a', name: 'A', valueType: 1, valueFormat: 0, choices: [] }] },
  );
  const diff = diffOf(before, after);
  expect([diff.added.map(({ id }) => id), diff.removed.map(({ id }) => id)]).toEqual([['ask'], ['bye']]);
  expect(diff.changed).toEqual([
    {
      nodeId: 'hi',
      name: 'hi',
      fields: [
        { field: 'spoken.words.en', before: 'Hello.', after: 'Good day.' },
        { field: 'mayInterrupt', before: true, after: false },
      ],
    },
  ]);
  expect([diff.edgesAdded, diff.edgesRemoved]).toEqual([
    [{ from: 'hi', branch: 'next', to: 'ask' }],
    [{ from: 'hi', branch: 'next', to: 'bye' }],
  ]);
  expect(diff.flow.map(({ field }) => field)).toEqual(['languages.1', 'variables.a']);
  expect(isSame(diff)).toBe(false);
});

test('[CC-07] what was added one way was removed the other', () => {
  const after = aFlow({ hi: { kind: 'say', settings: { spoken: words('Hello.') } } }, ['start next hi']);
  const [there, back] = [diffOf(before, after), diffOf(after, before)];
  expect([there.added, there.removed, there.edgesRemoved]).toEqual([back.removed, back.added, back.edgesAdded]);
});
