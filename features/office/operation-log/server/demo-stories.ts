import type { DemoMember } from '#platform/server/feature.ts';

/** An entry before it has a place in the log. */
export interface DemoEntry {
  who: DemoMember;
  module: string;
  action: string;
  target?: string | number;
  change?: { before?: unknown; after?: unknown };
  outcome?: number;
  /** Counted from the oldest working day of the demo, and from midnight where the tenant is. */
  workday: number;
  minute: number;
}

type Happening = Omit<DemoEntry, 'who' | 'workday' | 'minute'>;

/** What happened once in the two weeks, in its order: a role is made and changed, somebody is invited, somebody forgets a password. */
export function demoStories(
  people: readonly DemoMember[],
  dayCount: number,
  outcomes: { denied: number; wrongPassword: number },
): DemoEntry[] {
  const owner = people.find(({ role }) => role === 'owner') ?? people[0]!;
  const manager = people.find(({ role }) => role === 'manager') ?? owner;
  const agents = people.filter(({ role }) => role === 'agent');
  const agent = agents[0] ?? manager;
  const another = agents.at(-1) ?? manager;
  const candidate = `lucia@${owner.email.split('@')[1]}`;

  const shiftLead = {
    name: 'Shift lead',
    systemId: 5,
    functions: ['access.view', 'announcements.edit'],
    needDesensitize: true,
  };
  const trial = { name: 'Trial', systemId: 5, functions: ['access.view'], needDesensitize: true };
  const member = {
    nickName: agent.name,
    isOwner: false,
    enabled: true,
    textSeat: agent.textSeat,
    voiceSeat: agent.voiceSeat,
    roles: ['Agent'],
  };
  const seats = { roles: ['Agent'], textSeat: true, voiceSeat: false };

  const happenings: [day: number, hour: number, who: DemoMember, happening: Happening][] = [
    [
      0,
      9.6,
      owner,
      {
        module: 'access',
        action: 'setConfigValue',
        target: 'AnnouncementFastPoll',
        change: { before: null, after: 'true' },
      },
    ],
    [0, 10.4, manager, { module: 'access', action: 'addRole', target: shiftLead.name, change: { after: shiftLead } }],
    [0, 10.7, manager, { module: 'access', action: 'addRole', target: trial.name, change: { after: trial } }],
    [1, 8.9, agent, { module: 'account', action: 'loginFailed', outcome: outcomes.wrongPassword }],
    [1, 8.93, agent, { module: 'account', action: 'loginFailed', outcome: outcomes.wrongPassword }],
    [1, 9.05, agent, { module: 'account', action: 'resetPassword' }],
    [1, 15.2, manager, { module: 'access', action: 'invite', target: candidate, change: { after: seats } }],
    [
      2,
      11.3,
      agent,
      {
        module: 'preferences',
        action: 'switchTheme',
        target: agent.name,
        change: { before: { theme: 'system' }, after: { theme: 'dark' } },
      },
    ],
    [3, 10.1, manager, { module: 'access', action: 'resendInvitation', target: candidate }],
    [3, 14.5, another, { module: 'access', action: 'updateRole', outcome: outcomes.denied }],
    [
      4,
      9.9,
      manager,
      {
        module: 'access',
        action: 'updateRole',
        target: shiftLead.name,
        change: {
          before: shiftLead,
          after: { ...shiftLead, functions: [...shiftLead.functions, 'operation-log.view'] },
        },
      },
    ],
    [
      5,
      16.1,
      owner,
      {
        module: 'access',
        action: 'updateMember',
        target: agent.userId,
        change: { before: { ...member, voiceSeat: false }, after: member },
      },
    ],
    [5, 16.4, manager, { module: 'access', action: 'withdrawInvitation', target: candidate }],
    [
      6,
      12.2,
      another,
      {
        module: 'preferences',
        action: 'switchLanguage',
        target: another.name,
        change: { before: { language: 'es-MX' }, after: { language: 'en-US' } },
      },
    ],
    [7, 10.8, owner, { module: 'account', action: 'changePassword' }],
    [7, 10.85, owner, { module: 'account', action: 'endOtherSessions' }],
    [
      8,
      13.4,
      another,
      {
        module: 'devices',
        action: 'remove',
        target: 'Chrome · Android',
        change: { before: { name: 'Chrome · Android', address: '203.0.113.77' } },
      },
    ],
    [8, 17.3, manager, { module: 'access', action: 'removeRole', target: trial.name, change: { before: trial } }],
    [
      9,
      15.6,
      owner,
      { module: 'operation-log', action: 'exportPage', target: 'operation-log.csv', change: { after: {} } },
    ],
  ];
  return happenings.map(([day, hour, who, happening]) => ({
    who,
    ...happening,
    workday: Math.min(day, dayCount - 1),
    minute: hour * 60,
  }));
}
