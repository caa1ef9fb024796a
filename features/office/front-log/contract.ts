import { z } from 'zod';
import { endpoint, pageOf, PageQuery, WireTime } from '#shared/endpoint.ts';

/** Longer is cut by the page before it is sent. */
export const MESSAGE_MAX = 2_000;
export const STACK_MAX = 4_000;

/** A mistake of ours that somebody met, counted per day. */
export const FrontProblem = z.object({
  /** The same for the same mistake. */
  id: z.string(),
  message: z.string(),
  stack: z.string(),
  path: z.string(),
  userAgent: z.string(),
  version: z.string(),
  count: z.number(),
  firstSeen: WireTime,
  lastSeen: WireTime,
});
export type FrontProblem = z.infer<typeof FrontProblem>;

export const frontLogApi = {
  add: endpoint({
    method: 'POST',
    path: '/cc/api/frontLog/v1/add',
    access: 'signedIn',
    reads: true,
    renewsSession: false,
    handlesFailures: true,
    summary: 'A page tells of a mistake it met. Values that could be personal are cut out before it is kept.',
    input: z.object({
      message: z.string().min(1).max(MESSAGE_MAX),
      stack: z.string().max(STACK_MAX).default(''),
      path: z.string().max(500).default(''),
      version: z.string().max(40).default(''),
    }),
    data: z.null(),
    limit: { per: 'user', max: 20, windowSec: 60 },
  }),
  page: endpoint({
    method: 'POST',
    path: '/cc/api/frontLog/v1/page',
    access: 'front-log.view',
    reads: true,
    summary: 'Mistakes of the last 30 days, the latest first.',
    input: PageQuery.extend({ search: z.string().trim().max(100).optional() }),
    data: pageOf(FrontProblem),
  }),
};
