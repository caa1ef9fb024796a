import { z } from 'zod';
import { WRITTEN_NUMBER_MOST } from '#core/numbers/written-number.ts';
import { Email } from '#features/team/account/contract.ts';
import { Skill } from '#features/team/agent-groups/contract.ts';
import { AgentType } from '#shared/codes/agent-type.ts';
import { Zone } from '#shared/days.ts';
import { endpoint, Id, nothing, pageOf, PageQuery, TableFileKind, upload, WireTime } from '#shared/endpoint.ts';

/*
 * The agents of a tenant: members with a phone, or with a voice seat and none yet. Whoever changes agents changes what
 * belongs to their phone; roles and names are kept under members.
 */

/** What rings for an agent: the phone of the page, a SIP phone of its own, or a mobile number that is called. */
export const agentDevices = ['browser', 'sipPhone', 'mobile'] as const;
export const AgentDevice = z.enum(agentDevices);
export type AgentDevice = z.infer<typeof AgentDevice>;

/** Agents one call may be about; a whole contact centre fits. */
export const AGENTS_AT_ONCE = 500;
export const AGENT_FILE_BYTES = 1024 * 1024;
export const AGENT_NAME_MAX = 60;

/** How an agent's phone behaves. */
const switches = {
  agentType: AgentType.schema,
  autoAnswer: z.boolean(),
  recordCalls: z.boolean(),
  wrapUp: z.boolean(),
  lineId: Id,
};
const MobileNumber = z.string().trim().min(1).max(WRITTEN_NUMBER_MOST);
const GroupIds = z.array(Id).max(100);
const Skills = z.array(Skill).max(50);

export const RosterAgent = z.object({
  userId: z.number(),
  name: z.string(),
  email: z.string(),
  /** Empty for somebody with a voice seat who has not used it yet. */
  sipNum: z.string(),
  ...switches,
  lineId: z.number(),
  device: AgentDevice,
  /** Of a mobile that rings; else empty. Masked where the role asks for it. */
  mobileNumber: z.string(),
  /** The phone is switched on. */
  enabled: z.boolean(),
  /** The member may come in at all. */
  mayEnter: z.boolean(),
  isOwner: z.boolean(),
  voiceSeat: z.boolean(),
  textSeat: z.boolean(),
  /** Talks with somebody now. */
  inCall: z.boolean(),
  lastSeenAt: WireTime.nullable(),
  groups: z.array(z.object({ id: z.number(), name: z.string() })),
  skills: z.array(Skill),
});
export type RosterAgent = z.infer<typeof RosterAgent>;

const filters = {
  /** Part of the name, the e-mail address or the number. */
  name: z.string().trim().max(100).optional(),
  groupId: Id.optional(),
  enabled: z.boolean().optional(),
  device: AgentDevice.optional(),
  seat: z.enum(['voice', 'text', 'none']).optional(),
  agentType: AgentType.schema.optional(),
};
const RosterFilters = z.object(filters);
export type RosterFilters = z.output<typeof RosterFilters>;

/** How somebody new comes in: asked by mail, or with a password that is shown once. */
export const entrances = ['invitation', 'password'] as const;
const AgentEntrance = z.enum(entrances);
export type AgentEntrance = z.infer<typeof AgentEntrance>;

/** What a new agent has; what is left out is as for everybody. */
const phoneWish = {
  textSeat: z.boolean().default(false),
  agentType: AgentType.schema.optional(),
  autoAnswer: z.boolean().optional(),
  recordCalls: z.boolean().optional(),
  wrapUp: z.boolean().optional(),
  lineId: Id.optional(),
  groupIds: GroupIds.default([]),
  skills: Skills.default([]),
};
export const AgentPhoneWish = z.object(phoneWish);
export type AgentPhoneWish = z.output<typeof AgentPhoneWish>;
const AgentWish = z.object({
  email: Email,
  /** Needed for who comes in at once; who is invited says it themselves. */
  name: z.string().trim().max(AGENT_NAME_MAX).default(''),
  entrance: AgentEntrance,
  ...phoneWish,
});
export type AgentWish = z.output<typeof AgentWish>;

export const NewAgent = z.object({
  email: z.string(),
  name: z.string(),
  /** Null until an invitation is accepted. */
  userId: z.number().nullable(),
  /** Given to somebody who was a member already. */
  wasMember: z.boolean(),
  /** Shown once; null for who has one, or is invited. */
  password: z.string().nullable(),
});
export type NewAgent = z.infer<typeof NewAgent>;

const AgentChange = z.object({
  userId: Id,
  ...switches,
  voiceSeat: z.boolean(),
  textSeat: z.boolean(),
  groupIds: GroupIds,
  skills: Skills,
  evenInCall: z.boolean().default(false),
});
export type AgentChange = z.output<typeof AgentChange>;

/** What many get at once; what is left out stays with each as it is. */
const BatchChange = z.object({
  agentType: AgentType.schema.optional(),
  autoAnswer: z.boolean().optional(),
  recordCalls: z.boolean().optional(),
  wrapUp: z.boolean().optional(),
  lineId: Id.optional(),
  addGroupIds: GroupIds.optional(),
  removeGroupIds: GroupIds.optional(),
});
export type BatchChange = z.output<typeof BatchChange>;

/** What a SIP phone registers with; the password is shown once. */
export const SipPhoneAccount = z.object({
  account: z.string(),
  domain: z.string(),
  /** The ports that are open for desk phones, best first. */
  ways: z.array(z.object({ transport: z.enum(['tls', 'tcp', 'udp']), host: z.string(), port: z.number().int() })),
  /** For programs that speak WebRTC. */
  url: z.string(),
  password: z.string(),
});
export type SipPhoneAccount = z.infer<typeof SipPhoneAccount>;

export const agentColumns = ['email', 'name', 'groups', 'skills', 'type', 'line', 'textSeat'] as const;
export type AgentColumn = (typeof agentColumns)[number];
export const whyAgentRowWrong = [
  'missing',
  'tooLong',
  'notEmail',
  'twice',
  'isAgent',
  'unknown',
  'notChoice',
  'broken',
] as const;
export const CheckedAgents = z.object({
  /** Rows that can be taken as they are. */
  right: z.number(),
  wrongCount: z.number(),
  /** The first hundred of those that cannot. */
  wrong: z.array(z.object({ line: z.number(), column: z.enum(agentColumns), why: z.enum(whyAgentRowWrong) })),
  /** Voice seats that are left; null without a limit. */
  seatsLeft: z.number().nullable(),
  /** Whom the file would make an agent: the first twenty. */
  sample: z.array(z.object({ email: z.string(), name: z.string(), groups: z.array(z.string()) })),
});
export type CheckedAgents = z.infer<typeof CheckedAgents>;

const agent = <P extends string>(path: P) => `/cc/api/agent/v1/${path}` as const;
const many = z.array(Id).min(1).max(AGENTS_AT_ONCE);
const file = {
  accepts: ['text/csv', 'text/plain'],
  maxBytes: AGENT_FILE_BYTES,
  limit: { per: 'user', max: 60, windowSec: 600 },
} as const;

export const rosterApi = {
  page: endpoint({
    method: 'POST',
    path: agent('page'),
    access: 'agents.view',
    reads: true,
    summary: 'The agents by name: seats, number, groups with skills, line, device, and when they were last here.',
    input: PageQuery.extend(filters),
    data: pageOf(RosterAgent),
  }),
  choices: endpoint({
    method: 'POST',
    path: agent('choices'),
    access: 'agents.view',
    reads: true,
    summary: 'The lines and groups an agent can be given, and how many voice seats are left (null without a limit).',
    input: nothing,
    data: z.object({
      lines: z.array(z.object({ id: z.number(), name: z.string() })),
      groups: z.array(z.object({ id: z.number(), name: z.string() })),
      seatsLeft: z.number().nullable(),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: agent('create'),
    access: 'agents.edit',
    handlesFailures: true,
    limit: { per: 'user', max: 200, windowSec: 3_600 },
    summary:
      'Makes an agent in one step: member, voice seat, phone and groups. A member without a phone is given one; somebody new is invited, or gets a first password that is shown once.',
    input: AgentWish,
    data: NewAgent,
  }),
  update: endpoint({
    method: 'POST',
    path: agent('update'),
    access: 'agents.edit',
    summary: 'Changes seats, groups with skills and how the phone of an agent behaves.',
    input: AgentChange,
    data: z.null(),
  }),
  delete: endpoint({
    method: 'POST',
    path: agent('delete'),
    access: 'agents.edit',
    summary:
      'Takes phone and voice seat of an agent away. The member stays, unless that is asked for too. Somebody in a call is named first.',
    input: z.object({
      userId: Id,
      alsoMember: z.boolean().default(false),
      evenInCall: z.boolean().default(false),
    }),
    data: z.null(),
  }),
  batchStatus: endpoint({
    method: 'POST',
    path: agent('batchStatus'),
    access: 'agents.edit',
    summary: 'Switches phones on or off. Somebody in a call is named first; their conversation goes on in any case.',
    input: z.object({ userIds: many, enabled: z.boolean(), evenInCall: z.boolean().default(false) }),
    /** Those who were switched; others stood so already. */
    data: z.object({ userIds: z.array(z.number()) }),
  }),
  batchResetPassword: endpoint({
    method: 'POST',
    path: agent('batchResetPassword'),
    access: 'agents.edit',
    freshProof: true,
    limit: { per: 'user', max: 60, windowSec: 600 },
    summary: 'Gives agents a new password to sign in with, shown once; what the old one opened is closed.',
    input: z.object({ userIds: z.array(Id).min(1).max(50) }),
    data: z.array(z.object({ userId: z.number(), name: z.string(), email: z.string(), password: z.string() })),
  }),
  batchDelete: endpoint({
    method: 'POST',
    path: agent('batchDelete'),
    access: 'agents.edit',
    summary: 'Takes phones and voice seats away; the members stay, unless that is asked for too.',
    input: z.object({
      userIds: many,
      alsoMembers: z.boolean().default(false),
      evenInCall: z.boolean().default(false),
    }),
    data: z.null(),
  }),
  batchUpdate: endpoint({
    method: 'POST',
    path: agent('batchUpdate'),
    access: 'agents.edit',
    summary: 'Changes line, recording, wrap-up, answering, kind and groups of several agents at once.',
    input: z.object({ userIds: many, change: BatchChange }),
    data: z.null(),
  }),
  recordSwitch: endpoint({
    method: 'POST',
    path: agent('recordSwitch'),
    access: 'agents.edit',
    summary: 'Says whether calls of an agent are recorded, from the next call on.',
    input: z.object({ userId: Id, recordCalls: z.boolean() }),
    data: z.null(),
  }),
  deviceChange: endpoint({
    method: 'POST',
    path: agent('deviceChange'),
    access: 'agents.edit',
    freshProof: true,
    limit: { per: 'user', max: 60, windowSec: 600 },
    summary:
      'Says what rings for an agent. A SIP phone gets an account whose password is shown once; asked for again it gets another, and the old one ends. A mobile is a number with its country that may be called: no service, premium or emergency number.',
    input: z.object({
      userId: Id,
      device: AgentDevice,
      /** Of a mobile; written in any way, with its country. */
      mobileNumber: MobileNumber.optional(),
      evenInCall: z.boolean().default(false),
    }),
    data: SipPhoneAccount.nullable(),
  }),
  output: endpoint({
    method: 'POST',
    path: agent('output'),
    access: 'agents.view',
    freshProof: true,
    summary: 'Writes the agents that are shown into my downloads; answers its id.',
    input: RosterFilters.extend({ kind: TableFileKind.default('csv'), zone: Zone.default('UTC') }),
    data: z.object({ id: z.number() }),
  }),
  checkFile: upload({
    method: 'POST',
    path: agent('checkFile'),
    access: 'agents.edit',
    reads: true,
    summary: 'Reads a csv file of agents and says row by row what is wrong with it; nothing is made.',
    input: z.object({ entrance: AgentEntrance }),
    data: CheckedAgents,
    ...file,
  }),
  createMany: upload({
    method: 'POST',
    path: agent('createMany'),
    access: 'agents.edit',
    summary: 'Makes every agent of a csv file, or none when one row is wrong.',
    input: z.object({ entrance: AgentEntrance }),
    data: z.array(NewAgent),
    ...file,
    // A refusal tells that an address has an account: nobody asks about thousands.
    limit: { per: 'user', max: 10, windowSec: 3_600 },
  }),
};
