import { expect, test } from 'vitest';
import {
  AGENT_STATUS_REPORT_KEY,
  DASHBOARD_KEY,
  menuFor,
  SCRIPTS_KEY,
  type MenuEntry,
  type MenuFacts,
} from './menu.ts';

const facts: MenuFacts = {
  systemId: 5,
  isOwner: false,
  functions: new Set(['customers.view', 'scripts.view', 'flows.view', 'reports.view']),
  aiFlowsEnabled: true,
  accountMode: 'standard',
  tenantKind: 'standard',
  agentStatusEnable: null,
};

const entry = (more: Partial<MenuEntry>): MenuEntry => ({
  key: '/x',
  name: 'x',
  system: 5,
  order: 10,
  access: 'signedIn',
  icon: 'home',
  ...more,
});
const entries = [
  entry({ key: '/home', order: 1 }),
  entry({ key: '/customers', section: 'customers', access: 'customers.view' }),
  entry({ key: '/robot/flows', section: 'robot', access: 'flows.view' }),
  entry({ key: '/conversation/list', section: 'conversation', access: 'flows.view' }),
  entry({ key: SCRIPTS_KEY, section: 'seating', access: 'scripts.view' }),
  entry({ key: '/seating/agents', section: 'seating', access: 'agents.view' }),
  entry({ key: AGENT_STATUS_REPORT_KEY, section: 'data', access: 'reports.view' }),
  entry({ key: DASHBOARD_KEY, section: 'data', access: 'dashboard.view' }),
  entry({ key: '/organisation/roles', section: 'organisation', system: 2 }),
];
const keys = (more: Partial<MenuFacts> = {}) =>
  menuFor(entries, { ...facts, ...more }).flatMap((item) =>
    item.child.length ? item.child.map((child) => child.key) : [item.key],
  );

test('[SHELL-07] the menu holds what the role allows, in sections, and nothing of another system', () => {
  expect(keys()).toEqual([
    '/home',
    '/customers',
    SCRIPTS_KEY,
    '/robot/flows',
    '/conversation/list',
    AGENT_STATUS_REPORT_KEY,
  ]);
  expect(keys({ systemId: 2 })).toEqual(['/organisation/roles']);
});

test('[SHELL-07] the owner sees every entry of the system', () => {
  expect(keys({ isOwner: true })).toContain('/seating/agents');
});

test('[SHELL-26] robot and conversation sections are hidden while AI flows are not enabled', () => {
  expect(keys({ aiFlowsEnabled: false })).toEqual(['/home', '/customers', SCRIPTS_KEY, AGENT_STATUS_REPORT_KEY]);
});

test('[SHELL-26] the scripts entry is hidden for accounts without voice', () => {
  expect(keys({ accountMode: 'textOnly' })).not.toContain(SCRIPTS_KEY);
});

test("[SHELL-29] the agent-status report goes when AgentStatusEnable is 'false', and only then", () => {
  expect(keys({ agentStatusEnable: 'false' })).not.toContain(AGENT_STATUS_REPORT_KEY);
  expect(keys({ agentStatusEnable: 'true' })).toContain(AGENT_STATUS_REPORT_KEY);
});

test('[SHELL-29] in a tenant of the analytics kind the dashboard stands at the top, for those who may open it', () => {
  const functions = new Set([...facts.functions, 'dashboard.view']);
  const top = (more: Partial<MenuFacts>) =>
    menuFor(entries, { ...facts, functions, ...more }).flatMap(({ key, child }) => (child.length ? [] : [key]));
  expect(top({})).toEqual(['/home']);
  expect(top({ tenantKind: 'analytics' })).toEqual(['/home', DASHBOARD_KEY]);
  expect(keys({ functions }).filter((key) => key === DASHBOARD_KEY)).toHaveLength(1);
  expect(keys({ tenantKind: 'analytics', functions }).filter((key) => key === DASHBOARD_KEY)).toHaveLength(1);
  expect(keys({ tenantKind: 'analytics' })).not.toContain(DASHBOARD_KEY);
});

test('a section without visible entries is not shown', () => {
  expect(menuFor(entries, { ...facts, functions: new Set() }).map((item) => item.key)).toEqual(['/home']);
});

test('[SHELL-07] an entry for voice seats is shown to those who have one, and not to an owner without', () => {
  const bench = [entry({ key: '/workBench', seat: 'voice' })];
  expect(menuFor(bench, { ...facts, voiceSeat: true })).toHaveLength(1);
  expect(menuFor(bench, { ...facts, isOwner: true, textSeat: true })).toEqual([]);
});

test('[SHELL-07] an entry for a seat that others keep in order is shown to them without the seat', () => {
  const replies = [
    entry({ key: '/settings/quickReplies', seat: 'text', seatOr: 'quick-replies.edit', access: 'quick-replies.use' }),
  ];
  const shownTo = (more: Partial<MenuFacts>) => menuFor(replies, { ...facts, ...more }).length === 1;
  expect(shownTo({ functions: new Set(['quick-replies.use', 'quick-replies.edit']) })).toBe(true);
  expect(shownTo({ functions: new Set(['quick-replies.use']) })).toBe(false);
  expect(shownTo({ functions: new Set(['quick-replies.use']), textSeat: true })).toBe(true);
});
