import { z } from 'zod';
import { noticeKinds, type NoticeKind } from '#core/push/notice-kinds.ts';
import { endpoint, Id, nothing, WireTime } from '#shared/endpoint.ts';

/** Announced in the transaction that makes it so: somebody is to be told. Who it is about is asked when it is told. */
export const NOTICE_DUE = 'push-notices.due';
export interface NoticeDue {
  tenantId: number;
  userId: number;
  kind: NoticeKind;
  /** What its source knows it by. */
  subject: string;
}

/** A browser that takes notices of the signed-in person. */
export const NoticeDevice = z.object({
  id: z.number(),
  /** `Chrome · Android` */
  name: z.string(),
  kinds: z.array(z.enum(noticeKinds)),
  createdAt: WireTime,
  /** When it last took one. */
  lastUsedAt: WireTime.nullable(),
  /** When its maker last refused one; null since it took one again. */
  failedAt: WireTime.nullable(),
  /** It is the one that asks. */
  current: z.boolean(),
});
export type NoticeDevice = z.infer<typeof NoticeDevice>;

/** What came of a test notice. */
export const trialOutcomes = ['sent', 'gone', 'refused', 'unreachable'] as const;
export type TrialOutcome = (typeof trialOutcomes)[number];

/** A point of P-256 and a secret of 16 bytes, as browsers give them. */
const Point = z.string().regex(/^B[\w-]{86}$/);
const Secret = z.string().regex(/^[\w-]{22}$/);
const Kinds = z
  .array(z.enum(noticeKinds))
  .max(noticeKinds.length)
  .transform((kinds) => [...new Set(kinds)]);

const at = <P extends string>(path: P) => `/cc/api/push-notices/v1/${path}` as const;

export const pushNoticesApi = {
  key: endpoint({
    method: 'GET',
    path: at('key'),
    access: 'signedIn',
    renewsSession: false,
    handlesFailures: true,
    summary: 'The public key by which a browser knows that notices come from this installation.',
    input: nothing,
    data: z.object({ publicKey: z.string() }),
  }),
  list: endpoint({
    method: 'GET',
    path: at('list'),
    access: 'signedIn',
    renewsSession: false,
    summary: 'My browsers that take notices, the last used first.',
    input: nothing,
    data: z.array(NoticeDevice),
  }),
  subscribe: endpoint({
    method: 'POST',
    path: at('subscribe'),
    access: 'signedIn',
    ofPerson: true,
    limit: { per: 'user', max: 30, windowSec: 60 },
    summary: 'This browser takes notices from now on; told again it is the same one.',
    input: z.object({ endpoint: z.url().max(1_000), p256dh: Point, auth: Secret, kinds: Kinds.optional() }),
    data: z.object({ id: z.number() }),
  }),
  renew: endpoint({
    method: 'PUT',
    path: at('renew'),
    access: 'signedIn',
    // A page does it by itself when it starts: nothing is decided by it that was not decided before.
    reads: true,
    renewsSession: false,
    handlesFailures: true,
    summary: 'This browser, which took notices before, is at this session now; false where nobody knows it any more.',
    input: z.object({ endpoint: z.url().max(1_000), p256dh: Point, auth: Secret }),
    data: z.object({ known: z.boolean() }),
  }),
  choose: endpoint({
    method: 'PUT',
    path: at('{id}/kinds'),
    access: 'signedIn',
    ofPerson: true,
    summary: 'What one of my browsers is told of.',
    input: z.object({ id: Id, kinds: Kinds }),
    data: z.null(),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: at('{id}'),
    access: 'signedIn',
    ofPerson: true,
    summary: 'One of my browsers takes no notices any more.',
    input: z.object({ id: Id }),
    data: z.null(),
  }),
  trial: endpoint({
    method: 'POST',
    path: at('{id}/trial'),
    access: 'signedIn',
    reads: true,
    limit: { per: 'user', max: 10, windowSec: 60 },
    summary: 'Sends a test notice to one of my browsers and says what came of it.',
    input: z.object({ id: Id }),
    data: z.object({ outcome: z.enum(trialOutcomes) }),
  }),
  here: endpoint({
    method: 'PUT',
    path: at('here'),
    access: 'signedIn',
    reads: true,
    renewsSession: false,
    handlesFailures: true,
    limit: { per: 'user', max: 120, windowSec: 60 },
    summary: 'A page of mine is before me, or is not any more: while one is, nobody sends me notices.',
    input: z.object({ tab: z.uuid(), isVisible: z.boolean() }),
    /** Without a device that takes notices nobody needs to know. */
    data: z.object({ hasDevices: z.boolean() }),
  }),
};
