import { z } from 'zod';
import { endpoint, Id, pageOf, PageQuery, WireTime } from '#shared/endpoint.ts';

/** What somebody on the list is kept from. */
export const BlacklistScope = z.enum(['call', 'chat', 'sms', 'task']);
export type BlacklistScope = z.infer<typeof BlacklistScope>;

/** A number (`525512345678`) or, with stars, all numbers of a shape (`1900*`). */
export const BlacklistPattern = z.string().trim().regex(/^\+?[0-9][0-9 ()-]{1,24}\*?$/);

export const BlacklistEntry = z.object({
  id: z.number(), pattern: z.string(), countryIso2: z.string(), reason: z.string(), scopes: z.array(BlacklistScope), expiresAt: WireTime.nullable(), author: z.string(), createdAt: WireTime,
  /** How often it kept somebody out, and when last. */
  hits: z.number(), lastHitAt: WireTime.nullable(),
});
export type BlacklistEntry = z.infer<typeof BlacklistEntry>;

const Fields = { pattern: BlacklistPattern, reason: z.string().trim().max(200).default(''), scopes: z.array(BlacklistScope).min(1).default(['call', 'chat', 'sms', 'task']), expiresAt: WireTime.nullable().default(null) };
const at = <P extends string>(path: P) => `/admin/saas_plat/blacklist/${path}` as const;

export const blacklistApi = {
  page: endpoint({ method: 'GET', path: at('page'), access: 'blacklist.view', summary: 'Numbers kept out, the newest first.', input: PageQuery.extend({ words: z.string().trim().max(60).optional(), scope: BlacklistScope.optional(), expired: z.stringbool().optional() }), data: pageOf(BlacklistEntry) }),
  add: endpoint({ method: 'POST', path: at('add'), access: 'blacklist.use', summary: 'Keeps a number, or all numbers of a shape, out.', input: z.object(Fields), data: z.object({ id: z.number() }) }),
  update: endpoint({ method: 'PUT', path: at('update'), access: 'blacklist.edit', summary: 'Changes an entry.', input: z.object({ id: Id, ...Fields }), data: z.null() }),
  remove: endpoint({ method: 'DELETE', path: at('delete'), access: 'blacklist.edit', summary: 'Lets numbers in again.', input: z.object({ ids: z.array(Id).min(1).max(1_000) }), data: z.object({ removed: z.number() }) }),
};
