import { expect, test } from 'vitest';
import type { ExchangeNode } from './exchange-node.ts';
import { NodeLines } from './node-lines.ts';

type Answer = 'opens' | 'ETIMEDOUT' | 'ECONNREFUSED';

/** A node that answers so, one time after the other; then as the last time. */
function aNode(name: string, ...answers: Answer[]): ExchangeNode {
  let asked = 0;
  const ari = {
    async listen() {
      const answer = answers[Math.min(asked++, answers.length - 1)];
      if (answer !== 'opens') throw Object.assign(new Error(answer), { code: answer });
      return { close() {} };
    },
  };
  return { name, ari } as unknown as ExchangeNode;
}

function aHouse(nodes: ExchangeNode[], nodeMs: number) {
  const stood: string[] = [];
  const lines = new NodeLines({
    nodes,
    nodeMs,
    onEvent: () => {},
    stands: async (_application, { name }) => void stood.push(name),
    lost: () => {},
    report: (problem) => {
      throw problem;
    },
  });
  return { lines, stood };
}

test('[CC-12] whoever takes over waits a moment for a node that says nothing: those who talk there are found with the others', async () => {
  const { lines, stood } = aHouse([aNode('a', 'opens'), aNode('b', 'ETIMEDOUT', 'opens')], 60_000);
  await lines.lead('os-tenant-1');
  expect(stood).toEqual(['a', 'b']);
  lines.leave('os-tenant-1');
});

test('[CC-12] nobody waits for a node where no program is, nor for one that says nothing for long', async () => {
  const { lines, stood } = aHouse([aNode('a', 'opens'), aNode('gone', 'ECONNREFUSED')], 60_000);
  await lines.lead('os-tenant-1');
  expect(stood).toEqual(['a']);
  lines.leave('os-tenant-1');
  const silent = aHouse([aNode('a', 'opens'), aNode('silent', 'ETIMEDOUT')], 0);
  await silent.lines.lead('os-tenant-1');
  expect(silent.stood).toEqual(['a']);
  silent.lines.leave('os-tenant-1');
});

test('whoever leaves while a node is waited for waits no more', async () => {
  const { lines } = aHouse([aNode('silent', 'ETIMEDOUT')], 60_000);
  const led = lines.lead('os-tenant-1');
  lines.leave('os-tenant-1');
  await led;
});
