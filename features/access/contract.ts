import { z } from 'zod';
import { Email } from '#features/account/contract.ts';
import { endpoint, Id, nothing, pageOf, PageQuery, WireTime } from '#shared/endpoint.ts';

/** An entry of the left menu. A section's `key` is its name, a page's `key` is its path. */
export interface MenuVo {
  key: string;
  name: string;
  icon: string;
  child: MenuVo[];
}
const MenuLeaf = z.object({ key: z.string(), name: z.string(), icon: z.string(), child: z.array(z.object({ key: z.string(), name: z.string(), icon: z.string(), child: z.array(z.null()) })) });

const Resource = z.object({ menuVos: z.array(MenuLeaf), functionVos: z.array(z.object({ key: z.string() })) });
const SystemQuery = z.object({ system_id: z.coerce.number().int().optional() });

export const Role = z.object({
  id: z.number(),
  name: z.string(),
  systemId: z.number(),
  functions: z.array(z.string()),
  needDesensitize: z.boolean(),
  builtIn: z.boolean(),
  members: z.number(),
  updatedAt: WireTime,
});
export type Role = z.infer<typeof Role>;

const RoleFields = {
  name: z.string().trim().min(1).max(60),
  systemId: z.coerce.number().int(),
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
  joinedAt: WireTime,
  lastSeenAt: WireTime.nullable(),
});
export type Member = z.infer<typeof Member>;

export const Invitation = z.object({ id: z.number(), email: z.string(), roleNames: z.array(z.string()), invitedBy: z.string(), createdAt: WireTime, expiresAt: WireTime });

const at = <P extends string>(path: P) => `/admin/saas_plat/${path}` as const;

export const accessApi = {
  resource: endpoint({ method: 'GET', path: at('resource'), access: 'signedIn', summary: 'Menu and function keys of the signed-in user in a system (5 unless said).', input: SystemQuery, data: Resource }),
  systemAndResource: endpoint({
    method: 'GET', path: at('once/getSystemAndResource'), access: 'signedIn', summary: 'Systems, menu and function keys in one answer.', input: SystemQuery,
    data: Resource.extend({ systems: z.array(z.object({ system_id: z.number(), name: z.string(), current: z.boolean() })) }),
  }),
  configValue: endpoint({ method: 'GET', path: at('config/value'), access: 'signedIn', summary: 'One setting of the tenant by name.', input: z.object({ name: z.string().min(1).max(80) }), data: z.object({ name: z.string(), value: z.string().nullable() }) }),
  setConfigValue: endpoint({ method: 'PUT', path: at('config/value'), access: 'access.settings', summary: 'Sets one setting of the tenant.', input: z.object({ name: z.string().min(1).max(80), value: z.string().max(2_000) }), data: z.null() }),

  functions: endpoint({ method: 'GET', path: at('role/functions'), access: 'access.roles', summary: 'Every function key a role can hold, by capability.', input: nothing, data: z.array(z.object({ feature: z.string(), functions: z.array(z.string()) })) }),
  roles: endpoint({ method: 'GET', path: at('role/list'), access: 'access.view', summary: 'The roles of the tenant.', input: nothing, data: z.array(Role) }),
  addRole: endpoint({ method: 'POST', path: at('role'), access: 'access.roles', summary: 'Adds a role.', input: z.object(RoleFields), data: z.object({ id: z.number() }) }),
  updateRole: endpoint({ method: 'PUT', path: at('role'), access: 'access.roles', summary: 'Changes a role; its members feel it at once.', input: z.object({ id: Id, ...RoleFields }), data: z.null() }),
  removeRole: endpoint({ method: 'DELETE', path: at('role/{id}'), access: 'access.roles', summary: 'Deletes a role nobody holds.', input: z.object({ id: Id }), data: z.null() }),

  members: endpoint({ method: 'GET', path: at('member/page'), access: 'access.view', summary: 'The people of the tenant.', input: PageQuery.extend({ name: z.string().max(100).optional(), roleId: z.coerce.number().int().optional(), sort: z.enum(['name', 'joinedAt', 'lastSeenAt']).default('name'), desc: z.stringbool().default(false) }), data: pageOf(Member) }),
  invite: endpoint({ method: 'POST', path: at('member/invite'), access: 'access.members', summary: 'Invites a person by mail.', input: z.object({ email: Email, roleIds: z.array(Id).min(1).max(10), textSeat: z.boolean(), voiceSeat: z.boolean() }), data: z.object({ id: z.number() }) }),
  invitations: endpoint({ method: 'GET', path: at('member/invitations'), access: 'access.view', summary: 'Invitations not answered yet.', input: nothing, data: z.array(Invitation) }),
  withdrawInvitation: endpoint({ method: 'DELETE', path: at('member/invitation/{id}'), access: 'access.members', summary: 'Takes an invitation back.', input: z.object({ id: Id }), data: z.null() }),
  updateMember: endpoint({ method: 'PUT', path: at('member'), access: 'access.members', summary: 'Changes name, roles, seats or whether the person may come in.', input: z.object({ userId: Id, nickName: z.string().trim().min(1).max(60), roleIds: z.array(Id).max(10), textSeat: z.boolean(), voiceSeat: z.boolean(), enabled: z.boolean() }), data: z.null() }),
};
