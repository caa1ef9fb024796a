import { expect, test } from 'vitest';
import { doingOfAgent, listAgents, type ListedAgent } from './agent-list.ts';

let made = 0;
const anAgent = (name: string, some: Partial<ListedAgent> = {}): ListedAgent => ({
  userId: (made += 1),
  name,
  groups: [1],
  text: null,
  voice: {
    sipNumber: `7000${made}`,
    status: 67,
    since: '2026-11-15 10:00:00',
    call: null,
    wrapUp: null,
    whyNotRoutable: null,
  },
  ...some,
});
const voice = (some: object) => ({ ...anAgent('x').voice!, ...some });
const ana = anAgent('Ana', {
  voice: voice({
    sipNumber: '70001',
    call: { callId: 'c', at: 'talking' },
    whyNotRoutable: 'inCall',
    since: '2026-11-15 09:00:00',
  }),
});
const budi = anAgent('Budi', {
  groups: [2],
  voice: voice({ sipNumber: '70002', status: 0, whyNotRoutable: 'offline', since: null }),
});
const chen = anAgent('Chén', {
  groups: [1, 2],
  voice: null,
  text: { online: true, since: '2026-11-15 08:00:00', load: 1, capacity: 5 },
});
const all = [chen, budi, ana];
const names = (agents: ListedAgent[]) => agents.map(({ name }) => name);
const byName = { by: 'name', desc: false } as const;

test('[CC-09] agents are found by a part of their name or number, by group and by what they do', () => {
  expect(names(listAgents(all, {}, byName))).toEqual(['Ana', 'Budi', 'Chén']);
  expect(names(listAgents(all, { word: ' BU ' }, byName))).toEqual(['Budi']);
  expect(names(listAgents(all, { word: '0001' }, byName))).toEqual(['Ana']);
  expect(names(listAgents(all, { groupId: 2 }, byName))).toEqual(['Budi', 'Chén']);
  expect(names(listAgents(all, { doing: 'talking' }, byName))).toEqual(['Ana']);
  expect(names(listAgents(all, { doing: 'free', groupId: 1 }, byName))).toEqual(['Chén']);
  expect(names(listAgents(all, { word: '(' }, byName))).toEqual([]);
});

test('[CC-09] they are sorted by name, by what they do, and by since when; who never worked comes last', () => {
  expect(names(listAgents(all, {}, { by: 'name', desc: true }))).toEqual(['Chén', 'Budi', 'Ana']);
  expect(names(listAgents(all, {}, { by: 'doing', desc: false }))).toEqual(['Ana', 'Chén', 'Budi']);
  expect(names(listAgents(all, {}, { by: 'since', desc: false }))).toEqual(['Chén', 'Ana', 'Budi']);
});

test.each([
  [{ online: true, load: 5, capacity: 5 }, 'away'],
  [{ online: true, load: 4, capacity: 5 }, 'free'],
  [{ online: false, load: 1, capacity: 5 }, 'offline'],
])('[CC-09] without a phone, %o is %s', (text, doing) => {
  expect(doingOfAgent({ voice: null, text: { since: null, ...text } })).toBe(doing);
});
