import { z } from 'zod';
import { RecordingRules } from '#core/call/recording-rules.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { endpoint, Id, nothing, pageOf, PageQuery, WireTime } from '#shared/endpoint.ts';
import { languages } from '#shared/languages.ts';

const SkillName = z.string().trim().min(1).max(40);
const Level = z.number().int().min(1).max(10);
const Seconds = z.number().int().min(1).max(86_400);

export const Skill = z.object({ skill: SkillName, level: Level });
export type Skill = z.infer<typeof Skill>;

/** What callers of a group ask of whoever answers. */
export const GroupSkill = Skill.extend({
  /** Otherwise preferred: who has it is rung first. */
  required: z.boolean(),
  /** A required skill is only preferred after this wait, a preferred one is forgotten; null: never. */
  relaxAfterSec: Seconds.nullable(),
});
export type GroupSkill = z.infer<typeof GroupSkill>;

const skillsOnce = <T extends { skill: string }>(skills: readonly T[]): boolean =>
  new Set(skills.map(({ skill }) => skill)).size === skills.length;

export const overflowKinds = ['group', 'voicemail', 'callback', 'hangUp'] as const;

const SoundId = Id.nullable().default(null);

const fields = {
  name: z.string().trim().min(1).max(60),
  /** Short number within the tenant; given when left out. */
  groupNo: z.number().int().min(1).max(999_999).optional(),
  ringTimeoutSec: z.number().int().min(5).max(120).default(20),
  /** Null: no limit. */
  maxWaitSec: z.number().int().min(5).max(86_400).nullable().default(null),
  maxWaiting: z.number().int().min(0).max(10_000).nullable().default(null),
  overflowKind: z.enum(overflowKinds).default('hangUp'),
  /** With the kind `group`, and only then. */
  overflowGroupId: Id.nullable().default(null),
  overflowWhenNobody: z.boolean().default(false),
  allowCallback: z.boolean().default(true),
  announcePosition: z.boolean().default(true),
  /** Null: as the tenant has it. */
  wrapUpSec: z.number().int().min(0).max(3_600).nullable().default(null),
  priority: z.number().int().min(-100).max(100).default(0),
  serviceLevelSec: z.number().int().min(1).max(3_600).default(20),
  /** Null: that of the number that was called. */
  language: z.enum(languages).nullable().default(null),
  enabled: z.boolean().default(true),
  /** Whoever is in a call, is rung or works after one gets no new chats of this group. */
  callPausesChats: z.boolean().default(false),
  skills: z.array(GroupSkill).max(20).refine(skillsOnce, 'a skill twice').default([]),
  /** Sounds of the team; null: what the product has. */
  musicSoundId: SoundId,
  /** Heard to its end before callers stand in line. */
  welcomeSoundId: SoundId,
  /** Said again every so many seconds while callers wait; both or neither. */
  repeatSoundId: SoundId,
  repeatEverySec: z.number().int().min(10).max(3_600).nullable().default(null),
  /** Heard by whoever answers, before the caller; six seconds of it at most. */
  agentSoundId: SoundId,
  /** Asks whether the call may be recorded, where it is asked; key 1 agrees. */
  consentSoundId: SoundId,
  /** What is said before recording; null: as the team has it. */
  recordingRules: RecordingRules.nullable().default(null),
};
const GroupFields = z.object(fields);
export type GroupFields = z.output<typeof GroupFields>;
const GroupChange = GroupFields.extend({ id: Id, version: z.number().int() });
export type GroupChange = z.output<typeof GroupChange>;

export const AgentGroup = GroupFields.extend({
  id: z.number(),
  groupNo: z.number(),
  version: z.number(),
  members: z.number(),
  managers: z.number(),
  /** In line now. */
  waiting: z.number(),
});
export type AgentGroup = z.infer<typeof AgentGroup>;

const GroupQuery = PageQuery.extend({ name: z.string().trim().max(60).optional(), enabled: z.boolean().optional() });
export type GroupQuery = z.output<typeof GroupQuery>;

export const GroupPerson = z.object({ userId: z.number(), name: z.string(), email: z.string() });
export type GroupPerson = z.infer<typeof GroupPerson>;
export const GroupMember = GroupPerson.extend({ voiceSeat: z.boolean(), skills: z.array(Skill) });
export type GroupMember = z.infer<typeof GroupMember>;

const People = z.array(Id).max(5_000);

const GroupName = z.object({ id: z.number(), name: z.string(), groupNo: z.number() });

/** Whether calls come before chats in a group. */
const GroupBlending = GroupName.extend({ callPausesChats: z.boolean() });
export type GroupBlending = z.infer<typeof GroupBlending>;

/** A group a call can be given to, with how busy it is. */
export const TransferGroup = GroupName.extend({
  waiting: z.number(),
  /** Of whoever is in line longest, in seconds; 0 when nobody is. */
  longestWaitSec: z.number(),
  /** Agents a call could go to at this moment. */
  free: z.number(),
  signedIn: z.number(),
  /** Everybody who serves the group; those who are away last. */
  agents: z.array(
    z.object({
      userId: z.number(),
      name: z.string(),
      sipNum: z.string(),
      status: AgentStatus.schema,
      /** A call can go to them now. */
      free: z.boolean(),
      inCall: z.boolean(),
    }),
  ),
});
export type TransferGroup = z.infer<typeof TransferGroup>;

export const WaitingCaller = z.object({
  callId: z.string(),
  groupId: z.number(),
  kind: z.enum(['call', 'callback']),
  /** Masked for readers whose role asks for it. */
  customerNumber: z.string(),
  position: z.number(),
  queuedAt: WireTime,
  waitedSec: z.number(),
  offeredTo: z.number().nullable(),
});
export type WaitingCaller = z.infer<typeof WaitingCaller>;

/** Pushed at most once a second per group; the body is a GroupWaiting. */
export const WAITING_CHANGED = 'agent-groups.waiting';
export const GroupWaiting = z.object({
  groupId: z.number(),
  waiting: z.number(),
  /** Of them promises to call back. */
  callbacks: z.number(),
  /** Ringing at an agent. */
  offered: z.number(),
  oldestQueuedAt: WireTime.nullable(),
});
export type GroupWaiting = z.infer<typeof GroupWaiting>;

/** Pushed to every agent at most once a second per group; the body is a LineNow. */
export const LINE_CHANGED = 'agent-groups.line';
/** Pushed to every agent when groups or their members are others; there is no body. */
export const MY_GROUPS_CHANGED = 'agent-groups.changed';
export const LineNow = GroupWaiting.extend({
  /** Without promises to call back. */
  oldestCallerAt: WireTime.nullable(),
  /** Another one when whom the group promised to call back is another; numbers are for some readers only. */
  callbacksMark: z.string(),
});
export type LineNow = z.infer<typeof LineNow>;

const MyLine = LineNow.extend({ name: z.string(), groupNo: z.number() });
export const MyWaiting = z.object({ groups: z.array(MyLine), callbacks: z.array(WaitingCaller) });
export type MyWaiting = z.infer<typeof MyWaiting>;

const at = <P extends string>(path: P) => `/cc/api/agentGroup/v1/${path}` as const;
const ofGroup = z.object({ id: Id });

export const agentGroupsApi = {
  page: endpoint({
    method: 'POST',
    path: at('page'),
    access: 'agent-groups.view',
    reads: true,
    summary: 'The agent groups, by number.',
    input: GroupQuery,
    data: pageOf(AgentGroup),
  }),
  all: endpoint({
    method: 'POST',
    path: at('all'),
    access: 'agent-groups.use',
    reads: true,
    summary: 'Names and numbers of the groups that are in use, for choosing one.',
    input: nothing,
    data: z.array(GroupName),
  }),
  add: endpoint({
    method: 'POST',
    path: at('add'),
    access: 'agent-groups.edit',
    summary: 'Adds an agent group.',
    input: GroupFields,
    data: z.object({ id: z.number(), groupNo: z.number() }),
  }),
  update: endpoint({
    method: 'POST',
    path: at('update'),
    access: 'agent-groups.edit',
    summary: 'Changes an agent group; calls in line feel it at once.',
    input: GroupChange,
    data: z.null(),
  }),
  blending: endpoint({
    method: 'POST',
    path: at('blending'),
    access: 'agent-groups.view',
    reads: true,
    summary: 'Of every group in use: whether a call pauses new chats.',
    input: nothing,
    data: z.array(GroupBlending),
  }),
  setBlending: endpoint({
    method: 'POST',
    path: at('blending/set'),
    access: 'agent-groups.edit',
    summary: 'Says whether a call pauses new chats of a group; chats somebody has stay with them.',
    input: z.object({ id: Id, callPausesChats: z.boolean() }),
    data: z.null(),
  }),
  delete: endpoint({
    method: 'POST',
    path: at('delete'),
    access: 'agent-groups.edit',
    summary:
      'Deletes a group nobody waits for and nothing leads to. Says how many members it believes the group has; with another number it is refused.',
    input: z.object({ id: Id, members: z.number().int().min(0) }),
    data: z.null(),
  }),
  members: endpoint({
    method: 'POST',
    path: at('members'),
    access: 'agent-groups.view',
    reads: true,
    summary: 'Who answers for a group, with their skills.',
    input: ofGroup,
    data: z.array(GroupMember),
  }),
  setMembers: endpoint({
    method: 'POST',
    path: at('members/set'),
    access: 'agent-groups.edit',
    summary: 'Says who answers for a group. Skills belong to the person, in all their groups; left out, they stay.',
    input: z.object({
      id: Id,
      members: z
        .array(z.object({ userId: Id, skills: z.array(Skill).max(50).refine(skillsOnce, 'a skill twice').optional() }))
        .max(5_000),
    }),
    data: z.null(),
  }),
  managers: endpoint({
    method: 'POST',
    path: at('managers'),
    access: 'agent-groups.view',
    reads: true,
    summary: 'Who runs a group.',
    input: ofGroup,
    data: z.array(GroupPerson),
  }),
  setManagers: endpoint({
    method: 'POST',
    path: at('managers/set'),
    access: 'agent-groups.edit',
    summary: 'Says who runs a group.',
    input: z.object({ id: Id, userIds: People }),
    data: z.null(),
  }),
  people: endpoint({
    method: 'POST',
    path: at('people'),
    access: 'agent-groups.edit',
    reads: true,
    summary: 'Everybody who could answer for a group, by name; those with a voice seat first.',
    input: nothing,
    data: z.array(GroupMember),
  }),
  transferGroups: endpoint({
    method: 'POST',
    path: at('transferGroups'),
    access: 'agent-groups.use',
    reads: true,
    summary: 'Groups and agents a call can be given to, and how busy they are now.',
    input: nothing,
    data: z.array(TransferGroup),
  }),
  waiting: endpoint({
    method: 'POST',
    path: at('waiting'),
    access: 'agent-groups.view',
    reads: true,
    summary: 'Who is in line now, in the order they are served; the first 500 of each group.',
    input: z.object({ groupId: Id.optional() }),
    data: z.object({ groups: z.array(GroupWaiting), list: z.array(WaitingCaller) }),
  }),
  myGroups: endpoint({
    method: 'POST',
    path: at('myGroups'),
    access: 'agent-groups.use',
    reads: true,
    summary: 'The groups I answer for, and how many wait.',
    input: nothing,
    data: z.array(GroupBlending.extend({ waiting: z.number() })),
  }),
  myWaiting: endpoint({
    method: 'POST',
    path: at('myWaiting'),
    access: 'agent-groups.use',
    reads: true,
    renewsSession: false,
    summary: 'How the lines of my groups stand, and whom they promised to call back; the first 50.',
    input: nothing,
    data: MyWaiting,
  }),
};
