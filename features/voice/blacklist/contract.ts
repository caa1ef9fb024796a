import { z } from 'zod';
import { endpoint, Id, pageOf, PageQuery, WireTime } from '#shared/endpoint.ts';

/** What somebody on the list is kept from. */
export const BlacklistScope = z.enum(['call', 'chat', 'sms', 'task']);
export type BlacklistScope = z.infer<typeof BlacklistScope>;

/** A number with its country's code (`+52 55 1234 5678`) or, with a star at its end, all numbers that begin so (`1900*`). */
export const BlacklistPattern = z
  .string()
  .trim()
  .regex(/^\+?[0-9][0-9 ()-]{1,24}\*?$/);
/** So many lines can be pasted at once. */
export const BLACKLIST_LINES_MOST = 10_000;
/** Behind so many the list does not count on. */
export const BLACKLIST_COUNT_CAP = 10_000;
/** An entry that was taken off can be put back so long. */
export const BLACKLIST_UNDO_HOURS = 24;

export const BlacklistEntry = z.object({
  id: z.number(),
  pattern: z.string(),
  countryIso2: z.string(),
  reason: z.string(),
  scopes: z.array(BlacklistScope),
  expiresAt: WireTime.nullable(),
  author: z.string(),
  createdAt: WireTime,
  /** How often it kept somebody out, and when last. */
  hits: z.number(),
  lastHitAt: WireTime.nullable(),
});
export type BlacklistEntry = z.infer<typeof BlacklistEntry>;

const Why = {
  reason: z.string().trim().max(200).default(''),
  scopes: z.array(BlacklistScope).min(1).default(['call', 'chat', 'sms', 'task']),
  expiresAt: WireTime.nullable().default(null),
};
const Fields = { pattern: BlacklistPattern, ...Why };
const at = <P extends string>(path: P) => `/admin/saas_plat/blacklist/${path}` as const;

export const blacklistApi = {
  page: endpoint({
    method: 'GET',
    path: at('page'),
    access: 'blacklist.view',
    summary: 'Numbers kept out, the newest first.',
    input: PageQuery.extend({
      words: z.string().trim().max(60).optional(),
      scope: BlacklistScope.optional(),
      expired: z.stringbool().optional(),
    }),
    data: pageOf(BlacklistEntry).extend({ totalCapped: z.boolean() }),
  }),
  add: endpoint({
    method: 'POST',
    path: at('add'),
    access: 'blacklist.use',
    summary: 'Keeps a number out; with `blacklist.edit` also all numbers of a shape.',
    input: z.object(Fields),
    data: z.object({ id: z.number() }),
    widenedBy: ['blacklist.edit'],
  }),
  addCaller: endpoint({
    method: 'POST',
    path: at('addCaller'),
    access: 'blacklist.use',
    summary: 'Keeps the number of one of my calls out, whether I may see it or not.',
    input: z.object({ callId: z.string().min(1).max(100), ...Why }),
    data: z.object({ id: z.number() }),
    widenedBy: ['blacklist.edit'],
  }),
  addMany: endpoint({
    method: 'POST',
    path: at('addMany'),
    access: 'blacklist.edit',
    summary: 'Adds many numbers, one a line; those that are there stay as they are.',
    input: z.object({ lines: z.array(z.string().max(60)).min(1).max(BLACKLIST_LINES_MOST), ...Why }),
    data: z.object({
      added: z.number(),
      known: z.number(),
      /** Lines that are no numbers, the first of them. */ wrong: z.array(z.string()),
      wrongCount: z.number(),
    }),
  }),
  update: endpoint({
    method: 'PUT',
    path: at('update'),
    access: 'blacklist.edit',
    summary: 'Changes an entry.',
    input: z.object({
      id: Id,
      ...Why,
      /** As the page shows it, also with its stars, it stays. */ pattern: z.string().trim().max(40),
    }),
    data: z.null(),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: at('delete'),
    access: 'blacklist.edit',
    summary: 'Lets numbers in again.',
    input: z.object({
      /** One alone comes by the address as no list. */ ids: z.union([z.array(Id).min(1).max(1_000), Id]),
    }),
    data: z.object({ removed: z.number() }),
  }),
  restore: endpoint({
    method: 'POST',
    path: at('restore'),
    access: 'blacklist.edit',
    summary: 'Puts entries back that were taken off within a day.',
    input: z.object({ ids: z.array(Id).min(1).max(1_000) }),
    data: z.object({ restored: z.number() }),
  }),
};
