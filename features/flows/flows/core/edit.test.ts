import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addNode,
  addNote,
  changeSettings,
  connect,
  copyNodes,
  disconnect,
  moveNodes,
  pasteNodes,
  removeNodes,
} from './edit.ts';
import { aFlow } from '#core/flow/flow.fixture.ts';
import { Flow } from '#core/flow/flow.ts';
import { changed, openHistory, redone, undone } from './undo-history.ts';

const flow = aFlow({ hello: { kind: 'say' }, bye: { kind: 'hangUp' } }, ['start next hello', 'hello next bye']);

test('[CC-07] a branch leads to one node, nothing leads back to the start, and unknown branches lead nowhere', () => {
  const again = connect(flow, { from: 'start', branch: 'next', to: 'bye' });
  expect(again.edges.filter(({ from }) => from === 'start')).toEqual([{ from: 'start', branch: 'next', to: 'bye' }]);
  expect(connect(flow, { from: 'hello', branch: 'next', to: 'start' })).toBe(flow);
  expect(connect(flow, { from: 'hello', branch: 'maybe', to: 'bye' })).toBe(flow);
});

test('[CC-07] a removed node takes its edges along, and the start stays', () => {
  expect(removeNodes(flow, ['start', 'hello'])).toMatchObject({ nodes: [{ id: 'start' }, { id: 'bye' }], edges: [] });
});

test('[CC-07] what is pasted has names of its own and keeps the edges among it', () => {
  const { flow: pasted, ids } = pasteNodes(flow, copyNodes(flow, ['start', 'hello', 'bye']), { x: 500, y: 500 });
  expect(ids).toEqual(['say1', 'hangUp1']);
  expect(pasted.edges.at(-1)).toEqual({ from: 'say1', branch: 'next', to: 'hangUp1' });
  expect(pasted.nodes.find(({ id }) => id === 'say1')).toMatchObject({ x: 500, y: 500 });
});

test('[CC-07] edges of a branch that was set away go with it', () => {
  const intents = [
    { key: 'yes', name: 'Yes', examples: ['yes'] },
    { key: 'no', name: 'No', examples: ['no'] },
  ];
  const asking = aFlow({ ask: { kind: 'listen', settings: { intents } }, bye: { kind: 'hangUp' } }, [
    'ask yes bye',
    'ask no bye',
  ]);
  const settings = asking.nodes.find(({ id }) => id === 'ask')!.settings;
  expect(changeSettings(asking, 'ask', { ...settings, intents: intents.slice(0, 1) }).edges).toEqual([
    { from: 'ask', branch: 'yes', to: 'bye' },
  ]);
});

const edits = fc.array(
  fc.tuple(
    fc.constantFrom('add', 'note', 'remove', 'connect', 'cut', 'move', 'paste', 'undo', 'redo'),
    fc.nat(20),
    fc.nat(20),
  ),
  { maxLength: 40 },
);

test('[CC-07] whatever is done on the canvas, the flow stays one that can be kept, and undoing all of it gives back the first', () => {
  fc.assert(
    fc.property(edits, (steps) => {
      let history = openHistory(flow);
      const id = (number: number) => history.present.nodes[number % history.present.nodes.length]!.id;
      for (const [what, a, b] of steps) {
        const now = history.present;
        if (what === 'undo') history = undone(history);
        else if (what === 'redo') history = redone(history);
        else if (what === 'add')
          history = changed(history, addNode(now, ['say', 'listen', 'hangUp'][a % 3]!, { x: a, y: b }).flow);
        else if (what === 'note') history = changed(history, addNote(now, { x: a, y: b }).flow);
        else if (what === 'remove') history = changed(history, removeNodes(now, [id(a)]));
        else if (what === 'connect')
          history = changed(history, connect(now, { from: id(a), branch: 'next', to: id(b) }));
        else if (what === 'cut') history = changed(history, disconnect(now, { from: id(a), branch: 'next' }));
        else if (what === 'move')
          history = changed(history, moveNodes(now, new Map([[id(a), { x: b, y: a }]])), 'drag');
        else history = changed(history, pasteNodes(now, copyNodes(now, [id(a), id(b)])).flow);
        const { nodes, edges } = Flow.parse(history.present);
        expect(new Set(nodes.map((node) => node.id)).size).toBe(nodes.length);
        expect(
          edges.every(({ from, to }) => nodes.some((node) => node.id === from) && nodes.some((node) => node.id === to)),
        ).toBe(true);
        expect(new Set(edges.map(({ from, branch }) => `${from} ${branch}`)).size).toBe(edges.length);
      }
      while (history.past.length > 0) history = undone(history);
      expect(history.present).toEqual(flow);
    }),
  );
});

test('[CC-07] typing in one field is one step to take back', () => {
  const typed = changed(changed(openHistory('a'), 'ab', 'name'), 'abc', 'name');
  expect(undone(typed).present).toBe('a');
  expect(redone(undone(typed)).present).toBe('abc');
});
