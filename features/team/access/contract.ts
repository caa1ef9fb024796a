import { z } from 'zod';
import { Networks } from '#core/network/network.ts';
import { Email } from '#features/team/account/contract.ts';
import { EncryptType } from '#shared/codes/encrypt-type.ts';
import { SeatType } from '#shared/codes/seat-type.ts';
import { System } from '#shared/codes/system.ts';
import { endpoint, Id, nothing, pageOf, PageQuery, WireTime } from '#shared/endpoint.ts';

/** An entry of the left menu. A section's `key` is its name, a page's `key` is its path. */
export interface MenuVo {
  key: string;
  name: string;
  icon: string;
  child: MenuVo[];
}
const MenuLeaf = z.object({
  key: z.string(),
  name: z.string(),
  icon: z.string(),
  child: z.array(z.object({ key: z.string(), name: z.string(), icon: z.string(), child: z.array(z.null()) })),
});

const Resource = z.object({ menuVos: z.array(MenuLeaf), functionVos: z.array(z.object({ key: z.string() })) });
const SystemQuery = z.object({ system_id: z.coerce.number().int().optional() });

export const Role = z.object({
  id: z.number(),
  name: z.string(),
  systemId: z.number(),
  functions: z.array(z.string()),
  needDesensitize: z.boolean(),
  /** Whoever holds it comes in with a second factor only. */
  needsSecondFactor: z.boolean(),
  /** Comes with the product: can be copied, not changed. */
  builtIn: z.boolean(),
  members: z.number(),
  updatedAt: WireTime,
  /** Counts changes, so that nobody overwrites what they have not seen. */
  version: z.number(),
});
export type Role = z.infer<typeof Role>;

export const ROLE_NAME_MAX = 60;
const RoleFields = {
  name: z.string().trim().min(1).max(ROLE_NAME_MAX),
  systemId: System.schema,
  functions: z.array(z.string().max(80)).max(500),
  needDesensitize: z.boolean(),
};

export const Member = z.object({
  userId: z.number(),
  nickName: z.string(),
  email: z.string(),
  isOwner: z.boolean(),
  enabled: z.boolean(),
  textSeat: z.boolean(),
  voiceSeat: z.boolean(),
  roles: z.array(z.object({ systemId: z.number(), roleId: z.number(), roleName: z.string() })),
  /** Shows something besides the password. */
  hasSecondFactor: z.boolean(),
  joinedAt: WireTime,
  lastSeenAt: WireTime.nullable(),
});
export type Member = z.infer<typeof Member>;

export const Invitation = z.object({
  id: z.number(),
  email: z.string(),
  roleNames: z.array(z.string()),
  invitedBy: z.string(),
  createdAt: WireTime,
  expiresAt: WireTime,
  expired: z.boolean(),
});
export type Invitation = z.infer<typeof Invitation>;

/** What one capability lets a role do, in the caller's language. */
export const FunctionGroup = z.object({
  feature: z.string(),
  label: z.string(),
  functions: z.array(z.object({ key: z.string(), label: z.string() })),
});
export type FunctionGroup = z.infer<typeof FunctionGroup>;

/** Pushed when the caller's menu or function keys may have changed: ask for them again. */
export const ACCESS_CHANGED = 'access.changed';

/** Announced when a setting of the tenant was set: `{tenantId, name}`. */
export const SETTING_CHANGED = 'access.settingChanged';

/** The settings of a tenant and what each may be set to. A name that is not here reads as null and cannot be set. */
export const settingValues = {
  /** 'false' takes the agent-status report out of the menu (specification W6). */
  AgentStatusEnable: z.enum(['true', 'false']),
  /** 'true' lets pages look for announcements more often. */
  AnnouncementFastPoll: z.enum(['true', 'false']),
  /** 'true': work after a call is not done early before the call has a label. */
  CallLabelRequired: z.enum(['true', 'false']),
  /** 'true': notices on people's devices say whom they are about; else only what happened, because others read lock screens too. */
  NamesInNotices: z.enum(['true', 'false']),
  /** Days after which a sign-in ends however much it is used; empty, or more than the installation allows, for what that allows. */
  SessionDays: z.string().regex(/^([1-9]\d{0,2})?$/),
  /** How numbers are protected beyond roles, keys and webhooks: see platform/server/number-protection.ts. */
  EncryptType: z.enum(EncryptType.rows.map((row) => String(row.code))),
  /** 'true': calls can be rehearsed with virtual customers, as in the demo. */
  RehearsalEnable: z.enum(['true', 'false']),
  /** How a seat is obtained: one's own, or from the queue. */
  SeatType: z.enum(SeatType.rows.map((row) => String(row.code))),
  /** How many people may hold a seat of the kind, or, where seats come from the queue, work at one at the same time; empty for no limit. */
  SeatLimitText: z.string().regex(/^\d{0,6}$/),
  SeatLimitVoice: z.string().regex(/^\d{0,6}$/),
  /** Seconds a call, a hold and the work after a call may last; 0 for no limit, empty for what holds by itself. */
  maxDurationOfSingleCall: z.string().regex(/^\d{0,5}$/),
  maxCallHoldTime: z.string().regex(/^\d{0,5}$/),
  postTalkSortTimeSecond: z.string().regex(/^\d{0,5}$/),
  /** Conversations a text agent has at once, and how many of them new at once; seconds to react; minutes of silence before a warning and from it to the end; seconds to an answer. Empty for what holds by itself. */
  ChatCapacity: z.string().regex(/^\d{0,2}$/),
  ChatGreetAtOnce: z.string().regex(/^([1-9]\d?)?$/),
  ChatReactSeconds: z.string().regex(/^([1-9]\d{1,3})?$/),
  ChatSilenceMinutes: z.string().regex(/^([1-9]\d{0,3})?$/),
  ChatCloseMinutes: z.string().regex(/^([1-9]\d{0,3})?$/),
  ChatAnswerSeconds: z.string().regex(/^([1-9]\d{0,4})?$/),
} satisfies Record<string, z.ZodType<string>>;
export type SettingName = keyof typeof settingValues;

const MEMBER_SORTS = ['name', 'joinedAt', 'lastSeenAt'] as const;
const MemberQuery = PageQuery.extend({
  /** Part of the name or of the e-mail address. */
  name: z.string().trim().max(100).optional(),
  roleId: z.coerce.number().int().optional(),
  enabled: z.stringbool().optional(),
  sort: z.enum(MEMBER_SORTS).default('name'),
  desc: z.stringbool().default(false),
});
export type MemberQuery = z.output<typeof MemberQuery>;

const RoleIds = z.array(Id).max(10);
const Seats = { textSeat: z.boolean(), voiceSeat: z.boolean() };
const MemberChange = z.object({
  userId: Id,
  nickName: z.string().trim().min(1).max(60),
  roleIds: RoleIds,
  ...Seats,
  isOwner: z.boolean(),
  enabled: z.boolean(),
});
export type MemberChange = z.output<typeof MemberChange>;
const InvitationWish = z.object({ email: Email, roleIds: RoleIds.min(1), ...Seats });
export type InvitationWish = z.output<typeof InvitationWish>;
/** By mail, or by a link that whoever invites hands over. */
const InvitationWay = z.enum(['mail', 'link']).default('mail');
/** Shown to whoever invites, once; null where it went by mail. */
const InvitationLink = z.string().nullable();

const at = <P extends string>(path: P) => `/admin/saas_plat/${path}` as const;

export const accessApi = {
  resource: endpoint({
    method: 'GET',
    path: at('resource'),
    access: 'signedIn',
    summary: 'Menu and function keys of the signed-in user in a system (5 unless said).',
    input: SystemQuery,
    data: Resource,
  }),
  systemAndResource: endpoint({
    method: 'GET',
    path: at('once/getSystemAndResource'),
    access: 'signedIn',
    summary: 'Systems, menu and function keys in one answer, for the system the session is in unless said.',
    input: SystemQuery,
    data: Resource.extend({
      systems: z.array(z.object({ system_id: z.number(), name: z.string(), current: z.boolean() })),
    }),
  }),
  configValue: endpoint({
    method: 'GET',
    path: at('config/value'),
    access: 'signedIn',
    summary: 'One setting of the tenant by name.',
    input: z.object({ name: z.string().min(1).max(80) }),
    data: z.object({ name: z.string(), value: z.string().nullable() }),
  }),
  setConfigValue: endpoint({
    method: 'PUT',
    path: at('config/value'),
    access: 'access.settings',
    summary: 'Sets one setting of the tenant.',
    input: z.object({ name: z.string().min(1).max(80), value: z.string().max(2_000) }),
    data: z.null(),
  }),

  networks: endpoint({
    method: 'GET',
    path: at('networks'),
    access: 'access.settings',
    summary: 'The networks people of the tenant may work from, and the address the caller comes from; for owners.',
    input: nothing,
    data: z.object({ networks: z.array(z.string()), yourAddress: z.string() }),
  }),
  setNetworks: endpoint({
    method: 'PUT',
    path: at('networks'),
    access: 'access.settings',
    summary:
      'Says from which networks people may work; none is from anywhere. For owners; whoever is outside is out at once.',
    input: z.object({
      networks: Networks,
      /** The caller's own address, where the list leaves it out and that is meant. */
      shutsOut: z.string().max(60).optional(),
    }),
    data: z.null(),
  }),

  functions: endpoint({
    method: 'GET',
    path: at('role/functions'),
    access: 'access.roles',
    summary: 'Every function key a role can hold, by capability, named in the language of the caller.',
    input: nothing,
    data: z.array(FunctionGroup),
  }),
  roles: endpoint({
    method: 'GET',
    path: at('role/list'),
    access: 'access.view',
    summary: 'The roles of the tenant.',
    input: nothing,
    data: z.array(Role),
  }),
  addRole: endpoint({
    method: 'POST',
    path: at('role'),
    access: 'access.roles',
    summary: 'Adds a role; nobody gives a key they do not hold.',
    input: z.object(RoleFields),
    data: z.object({ id: z.number() }),
  }),
  updateRole: endpoint({
    method: 'PUT',
    path: at('role'),
    access: 'access.roles',
    summary: 'Changes a role; its members feel it at once.',
    input: z.object({ id: Id, version: z.number().int(), ...RoleFields }),
    data: z.null(),
  }),
  setRoleSecondFactor: endpoint({
    method: 'PUT',
    path: at('role/second_factor'),
    access: 'access.roles',
    freshProof: true,
    summary:
      'Whether holders of a role, built-in ones too, need a second factor: who has none adds one when they sign in next.',
    input: z.object({ id: Id, needed: z.boolean() }),
    data: z.null(),
  }),
  removeRole: endpoint({
    method: 'DELETE',
    path: at('role/{id}'),
    access: 'access.roles',
    summary: 'Deletes a role nobody holds.',
    input: z.object({ id: Id }),
    data: z.null(),
  }),

  members: endpoint({
    method: 'GET',
    path: at('member/page'),
    access: 'access.view',
    summary: 'The people of the tenant.',
    input: MemberQuery,
    data: pageOf(Member),
  }),
  updateMember: endpoint({
    method: 'PUT',
    path: at('member'),
    access: 'access.members',
    summary: 'Changes name, roles, seats, ownership or whether the person may come in.',
    input: MemberChange,
    data: z.null(),
  }),
  resetSecondFactor: endpoint({
    method: 'POST',
    path: at('member/reset_second_factor'),
    access: 'access.members',
    freshProof: true,
    summary: 'Takes away what a member shows besides the password, for who lost it; they are told by mail.',
    input: z.object({ userId: Id }),
    data: z.null(),
  }),

  invite: endpoint({
    method: 'POST',
    path: at('member/invite'),
    access: 'access.members',
    summary: 'Invites a person by mail, or by a link to hand over; an open invitation to the same address is replaced.',
    input: InvitationWish.extend({ by: InvitationWay }),
    data: z.object({ id: z.number(), link: InvitationLink }),
    limit: { per: 'user', max: 200, windowSec: 3_600 },
  }),
  invitations: endpoint({
    method: 'GET',
    path: at('member/invitations'),
    access: 'access.view',
    summary: 'Invitations not answered yet.',
    input: nothing,
    data: z.array(Invitation),
  }),
  invitationWays: endpoint({
    method: 'GET',
    path: at('member/invitation_ways'),
    access: 'access.members',
    summary: 'Whether mails leave this installation; else a link has to be handed over.',
    input: nothing,
    data: z.object({ mail: z.boolean() }),
  }),
  invitationLink: endpoint({
    method: 'POST',
    path: at('member/invitation/{id}/link'),
    access: 'access.members',
    summary: 'Makes a new link and shows it once; the old one stops working.',
    input: z.object({ id: Id }),
    data: z.object({ link: z.string() }),
    limit: { per: 'user', max: 200, windowSec: 3_600 },
  }),
  resendInvitation: endpoint({
    method: 'POST',
    path: at('member/invitation/{id}/resend'),
    access: 'access.members',
    summary: 'Mails a new link; the old one stops working.',
    input: z.object({ id: Id }),
    data: z.null(),
    limit: { per: 'user', max: 200, windowSec: 3_600 },
  }),
  withdrawInvitation: endpoint({
    method: 'DELETE',
    path: at('member/invitation/{id}'),
    access: 'access.members',
    summary: 'Takes an invitation back.',
    input: z.object({ id: Id }),
    data: z.null(),
  }),
};
