import { z } from 'zod';
import { announcementStatuses } from './core/announcement-status.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import { endpoint, Id, nothing, pageOf, PageQuery, WireTime } from '#shared/endpoint.ts';

export const TITLE_MAX = 120;
export const CONTENT_MAX = 10_000;

/** One announcement to be read now. */
export const UnreadAnnouncement = z.object({
  id: z.number(),
  title_cn: z.string(),
  title_en: z.string(),
  content_cn: z.string(),
  content_en: z.string(),
  /** Since when it is in effect. */
  at: WireTime,
});
export type UnreadAnnouncement = z.infer<typeof UnreadAnnouncement>;

export const Announcement = UnreadAnnouncement.omit({ at: true }).extend({
  starts_at: WireTime,
  ends_at: WireTime.nullable(),
  /** Whom it is for; empty for everyone. */
  role_ids: z.array(z.number()),
  role_names: z.array(z.string()),
  status: z.enum(announcementStatuses),
  /** How many people of the audience have read it, of how many. */
  readers: z.number().int(),
  audience: z.number().int(),
  created_by: z.string(),
  created_at: WireTime,
  updated_at: WireTime,
});
export type Announcement = z.infer<typeof Announcement>;

const Title = z.string().trim().max(TITLE_MAX).default('');
const Content = z.string().trim().max(CONTENT_MAX).default('');

const Moment = WireTime.refine((text) => {
  try {
    return fromWireTime(text) > 0;
  } catch {
    return false;
  }
}, 'announcements.momentWrong');

/** What a manager writes. At least one language, and an end after the start. */
export const AnnouncementFields = z.object({
  title_cn: Title,
  title_en: Title,
  content_cn: Content,
  content_en: Content,
  starts_at: Moment,
  ends_at: Moment.nullable().default(null),
  role_ids: z.array(Id).max(50).default([]),
});
export type AnnouncementFields = z.output<typeof AnnouncementFields>;

const hasText = (fields: { content_cn: string; content_en: string }) =>
  fields.content_cn !== '' || fields.content_en !== '';
// Wire times compare as texts. The messages are keys of texts for the form.
const isOrdered = (fields: { starts_at: string; ends_at: string | null }) =>
  fields.ends_at === null || fields.ends_at > fields.starts_at;
const textRule = { path: ['content_en'], message: 'announcements.textNeeded' };
const orderRule = { path: ['ends_at'], message: 'announcements.orderWrong' };

/** What is told to everybody, whatever their role. */
export const NoticeText = AnnouncementFields.omit({ role_ids: true })
  .refine(hasText, textRule)
  .refine(isOrdered, orderRule);
export type NoticeText = z.output<typeof NoticeText>;

export const AnnouncementReader = z.object({ userId: z.number(), name: z.string(), readAt: WireTime.nullable() });
export type AnnouncementReader = z.infer<typeof AnnouncementReader>;

const at = <P extends string>(path: P) => `/admin/saas_plat/announcements${path}` as const;

export const announcementsApi = {
  effect: endpoint({
    method: 'GET',
    path: at('/effect'),
    access: 'signedIn',
    summary: 'Announcements in effect that I have not read, oldest first.',
    input: nothing,
    data: z.array(UnreadAnnouncement),
    renewsSession: false,
  }),
  read: endpoint({
    method: 'PUT',
    path: at('/read'),
    access: 'signedIn',
    summary: 'Marks an announcement as read by me.',
    input: z.object({ announcements_id: Id }),
    data: z.null(),
  }),

  page: endpoint({
    method: 'POST',
    path: at('/page'),
    access: 'announcements.edit',
    summary: 'All announcements, newest start first.',
    reads: true,
    input: PageQuery.extend({
      status: z.enum(announcementStatuses).optional(),
      keyword: z.string().trim().max(100).optional(),
    }),
    data: pageOf(Announcement),
  }),
  audiences: endpoint({
    method: 'GET',
    path: at('/audiences'),
    access: 'announcements.edit',
    summary: 'The roles an announcement can be meant for.',
    input: nothing,
    data: z.array(z.object({ id: z.number(), name: z.string(), members: z.number().int() })),
  }),
  add: endpoint({
    method: 'POST',
    path: at(''),
    access: 'announcements.edit',
    summary: 'Publishes an announcement, now or later.',
    input: AnnouncementFields.refine(hasText, textRule).refine(isOrdered, orderRule),
    data: z.object({ id: z.number() }),
  }),
  update: endpoint({
    method: 'PUT',
    path: at('/{id}'),
    access: 'announcements.edit',
    summary: 'Changes an announcement; `readAgain` shows it also to those who have read it.',
    input: AnnouncementFields.extend({ id: Id, readAgain: z.boolean().default(false) })
      .refine(hasText, textRule)
      .refine(isOrdered, orderRule),
    data: z.null(),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: at('/{id}'),
    access: 'announcements.edit',
    summary: 'Deletes an announcement and who has read it.',
    input: z.object({ id: Id }),
    data: z.null(),
  }),
  readers: endpoint({
    method: 'GET',
    path: at('/{id}/readers'),
    access: 'announcements.edit',
    summary: 'Who has read an announcement and when, and who has not.',
    input: PageQuery.extend({ id: Id, has_read: z.stringbool().optional() }),
    data: pageOf(AnnouncementReader),
  }),
};

/** Pushed to everybody in the tenant when an announcement appears, changes or goes. */
export const ANNOUNCEMENTS_CHANGED = 'announcements.changed';
