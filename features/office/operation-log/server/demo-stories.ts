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

/** A day and an hour of it, as `DemoEntry` counts them; who, and what they did. */
type StoryStep = [day: number, hour: number, who: DemoMember, happening: Happening];

/** Who acts in the stories; in a small tenant one person has several parts. */
interface Cast {
  owner: DemoMember;
  manager: DemoMember;
  agent: DemoMember;
  another: DemoMember;
}

function castOf(people: readonly DemoMember[]): Cast {
  const owner = people.find(({ role }) => role === 'owner') ?? people[0]!;
  const manager = people.find(({ role }) => role === 'manager') ?? owner;
  const agents = people.filter(({ role }) => role === 'agent');
  return { owner, manager, agent: agents[0] ?? manager, another: agents.at(-1) ?? manager };
}

/** One role stays and grows, one was a trial; somebody tries what is not theirs to do. */
function rolesAreMade({ manager, another }: Cast, denied: number): StoryStep[] {
  const shiftLead = {
    name: 'Shift lead',
    systemId: 5,
    functions: ['access.view', 'announcements.edit'],
    needDesensitize: true,
  };
  const grown = { ...shiftLead, functions: [...shiftLead.functions, 'operation-log.view'] };
  const trial = { name: 'Trial', systemId: 5, functions: ['access.view'], needDesensitize: true };
  const onRole = (action: string, target: string, change: NonNullable<Happening['change']>): Happening => ({
    module: 'access',
    action,
    target,
    change,
  });
  return [
    [0, 10.4, manager, onRole('addRole', shiftLead.name, { after: shiftLead })],
    [0, 10.7, manager, onRole('addRole', trial.name, { after: trial })],
    [3, 14.5, another, { module: 'access', action: 'updateRole', outcome: denied }],
    [4, 9.9, manager, onRole('updateRole', shiftLead.name, { before: shiftLead, after: grown })],
    [8, 17.3, manager, onRole('removeRole', trial.name, { before: trial })],
  ];
}

/** Somebody is invited, reminded, and does not come. */
function anInvitationIsWithdrawn({ owner, manager }: Cast): StoryStep[] {
  const candidate = `lucia@${owner.email.split('@')[1]}`;
  const seats = { roles: ['Agent'], textSeat: true, voiceSeat: false };
  return [
    [1, 15.2, manager, { module: 'access', action: 'invite', target: candidate, change: { after: seats } }],
    [3, 10.1, manager, { module: 'access', action: 'resendInvitation', target: candidate }],
    [5, 16.4, manager, { module: 'access', action: 'withdrawInvitation', target: candidate }],
  ];
}

/** One is forgotten, another one changed with care. */
function passwordsChange({ owner, agent }: Cast, wrongPassword: number): StoryStep[] {
  return [
    [1, 8.9, agent, { module: 'account', action: 'loginFailed', outcome: wrongPassword }],
    [1, 8.93, agent, { module: 'account', action: 'loginFailed', outcome: wrongPassword }],
    [1, 9.05, agent, { module: 'account', action: 'resetPassword' }],
    [7, 10.8, owner, { module: 'account', action: 'changePassword' }],
    [7, 10.85, owner, { module: 'account', action: 'endOtherSessions' }],
  ];
}

/** A setting, a phone for somebody, and a look into this log. */
function theOwnerSeesToThings({ owner, agent }: Cast): StoryStep[] {
  const setting = { target: 'AnnouncementFastPoll', change: { before: null, after: 'true' } };
  const member = {
    nickName: agent.name,
    isOwner: false,
    enabled: true,
    textSeat: agent.textSeat,
    voiceSeat: agent.voiceSeat,
    roles: ['Agent'],
  };
  const phone = { target: agent.userId, change: { before: { ...member, voiceSeat: false }, after: member } };
  const file = { target: 'operation-log.csv', change: { after: {} } };
  return [
    [0, 9.6, owner, { module: 'access', action: 'setConfigValue', ...setting }],
    [5, 16.1, owner, { module: 'access', action: 'updateMember', ...phone }],
    [9, 15.6, owner, { module: 'operation-log', action: 'exportPage', ...file }],
  ];
}

/** Colours, a language, and a telephone that is theirs no more. */
function agentsSettleIn({ agent, another }: Cast): StoryStep[] {
  const theme = { before: { theme: 'system' }, after: { theme: 'dark' } };
  const language = { before: { language: 'es-MX' }, after: { language: 'en-US' } };
  const device = { name: 'Chrome · Android', address: '203.0.113.77' };
  return [
    [2, 11.3, agent, { module: 'preferences', action: 'switchTheme', target: agent.name, change: theme }],
    [6, 12.2, another, { module: 'preferences', action: 'switchLanguage', target: another.name, change: language }],
    [8, 13.4, another, { module: 'devices', action: 'remove', target: device.name, change: { before: device } }],
  ];
}

/** What happened once in the two weeks, story by story: a role is made and changed, somebody is invited, somebody forgets a password. */
export function demoStories(
  people: readonly DemoMember[],
  dayCount: number,
  outcomes: { denied: number; wrongPassword: number },
): DemoEntry[] {
  const cast = castOf(people);
  return [
    ...rolesAreMade(cast, outcomes.denied),
    ...anInvitationIsWithdrawn(cast),
    ...passwordsChange(cast, outcomes.wrongPassword),
    ...theOwnerSeesToThings(cast),
    ...agentsSettleIn(cast),
  ].map(([day, hour, who, happening]) => ({
    who,
    ...happening,
    workday: Math.min(day, dayCount - 1),
    minute: hour * 60,
  }));
}
