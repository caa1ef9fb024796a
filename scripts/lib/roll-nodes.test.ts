import { expect, test } from 'vitest';
// @ts-expect-error Plain JavaScript: it runs before there is a Node that reads types.
import { nodesIn, rollNodes } from './roll-nodes.mjs';

interface RolledNode {
  name: string;
}

/** Nodes that are away for two looks when they are told to begin anew. */
function aCluster(names: string[], neverBack = '') {
  const away = new Map<string, number>();
  const restarted: string[] = [];
  return {
    restarted: restarted,
    nodes: names.map((name) => ({ name })),
    restart: async ({ name }: RolledNode) => {
      restarted.push(name);
      away.set(name, name === neverBack ? Infinity : 2);
      return null;
    },
    isReady: async ({ name }: RolledNode) => {
      const left = away.get(name) ?? 0;
      away.set(name, left - 1);
      return left <= 0;
    },
    pause: async () => {},
    say: () => {},
    tries: 5,
  };
}

test('nodes are restarted in turn, each when the one before is ready again', async () => {
  const cluster = aCluster(['a', 'b', 'c']);
  expect(await rollNodes(cluster)).toEqual({ done: ['a', 'b', 'c'], why: null });
  expect(cluster.restarted).toEqual(['a', 'b', 'c']);
});

test('one that does not come back ends it: the others are left as they are', async () => {
  const cluster = aCluster(['a', 'b', 'c'], 'b');
  const { done, why } = await rollNodes(cluster);
  expect([done, cluster.restarted]).toEqual([['a'], ['a', 'b']]);
  expect(why).toContain('b did not come back; a, c go on');
});

test('nothing begins while a node is not ready, or with one alone', async () => {
  const broken = aCluster(['a', 'b']);
  await broken.restart({ name: 'b' });
  broken.restarted.length = 0;
  expect((await rollNodes(broken)).why).toContain('not ready before anything began: b');
  expect((await rollNodes(aCluster(['a']))).why).toContain('start a second one');
  expect(broken.restarted).toEqual([]);
});

test('nodes are named with their addresses', () => {
  expect(nodesIn('a=http://10.0.0.11:3000/, b=https://b.example')).toEqual([
    { name: 'a', url: 'http://10.0.0.11:3000' },
    { name: 'b', url: 'https://b.example' },
  ]);
  expect([nodesIn('a'), nodesIn('a=nowhere'), nodesIn('a;b=http://x')]).toEqual([null, null, null]);
});
