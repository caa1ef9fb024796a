import { expect, test } from 'vitest';
import { agentForCall, shareAgents, whomToHold, type SharedAgent } from './share-agents.ts';

const agent = (userId: number, wishes: Partial<SharedAgent> = {}): SharedAgent => ({
  userId,
  worksOn: [1],
  heldFor: null,
  idleSinceMs: userId,
  doing: 'free',
  sinceMs: 0,
  leavesAtMs: null,
  ...wishes,
});
const shared = (campaigns: Parameters<typeof shareAgents>[0], agents: readonly SharedAgent[]) =>
  Object.fromEntries([...shareAgents(campaigns, agents)].map(([id, some]) => [id, some.map(({ userId }) => userId)]));
const campaign = (id: number, priority = 5, wants = true) => ({ id, priority, wants });

test('[TASK-02] an agent counts for one campaign at a time: the most urgent that has somebody to call', () => {
  const both = [agent(1, { worksOn: [1, 2] }), agent(2, { worksOn: [1, 2] }), agent(3)];
  expect(shared([campaign(1, 5), campaign(2, 8)], both)).toEqual({ 1: [3], 2: [1, 2] });
  expect(shared([campaign(1, 5), campaign(2, 8, false)], both)).toEqual({ 1: [1, 2, 3], 2: [] });
});

test('[TASK-02] campaigns that are equally urgent share their agents, always in the same way', () => {
  const all = [1, 2, 3, 4].map((userId) => agent(userId, { worksOn: [7, 9] }));
  expect(shared([campaign(9), campaign(7)], all)).toEqual({ 7: [2, 4], 9: [1, 3] });
});

test('[TASK-02] for whom a call rings already stays with its campaign, whatever else is urgent', () => {
  const held = agent(1, { worksOn: [1, 2], heldFor: 1 });
  expect(shared([campaign(1, 1), campaign(2, 9)], [held])).toEqual({ 1: [1], 2: [] });
});

test('[TASK-02] a call goes to who is held for it, then to who counts for it, then to who works on it; the longest free first', () => {
  const nobody = () => false;
  const [held, counted, other] = [agent(3, { heldFor: 1 }), agent(2), agent(1, { worksOn: [1, 2] })];
  expect(agentForCall(1, [other, counted, held], [counted, held], nobody)).toBe(3);
  expect(agentForCall(1, [other, counted], [counted], nobody)).toBe(2);
  expect(agentForCall(1, [other], [], nobody)).toBe(1);
  expect(agentForCall(1, [agent(5), agent(4)], [], nobody)).toBe(4);
});

test('[TASK-02] a call goes to nobody who talks, is held for another campaign or has said no', () => {
  const busy = [agent(1, { doing: 'handling' }), agent(2, { heldFor: 2, worksOn: [1, 2] }), agent(3, { worksOn: [2] })];
  expect(agentForCall(1, [...busy, agent(4)], [], (userId) => userId === 4)).toBeNull();
});

test('[TASK-02] as many agents are held as calls need, those before others who are held already', () => {
  const agents = [agent(1), agent(2, { heldFor: 1 }), agent(3), agent(4, { doing: 'handling' })];
  expect(whomToHold(agents, 1, 2)).toEqual([2, 1]);
  expect(whomToHold(agents, 1, 9)).toEqual([2, 1, 3]);
  expect(whomToHold(agents, 1, 0)).toEqual([]);
});
