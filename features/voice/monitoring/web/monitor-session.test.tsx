import { expect, test } from 'vitest';
import { aBoard, aCall, aGroup, anAgent, NOW } from './fake-line.fixture.ts';
import { afterMessage, nothingKnown } from './monitor-session.ts';

test('[CC-09] a page that hangs for days knows what goes on now, and nothing that was', () => {
  let view = afterMessage(nothingKnown, aBoard({ agents: [anAgent()], groups: [aGroup()] }), NOW);
  for (let turn = 0; turn < 2_000; turn += 1) {
    view = afterMessage(
      view,
      { kind: 'changes', nowMs: NOW + turn, calls: { rows: [aCall({ callId: `c${turn}` })], gone: [`c${turn - 1}`] } },
      NOW,
    );
  }
  expect([view.agents.size, view.groups.size, view.calls.size, view.offsetMs]).toEqual([1, 1, 1, 1_999]);
  expect(afterMessage(view, { kind: 'pong' }, NOW)).toBe(view);
  expect(afterMessage(view, aBoard(), NOW)).toMatchObject({
    isKnown: true,
    isLive: true,
    agents: new Map(),
    calls: new Map(),
  });
});
