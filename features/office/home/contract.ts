import { z } from 'zod';
import { endpoint, nothing } from '#shared/endpoint.ts';

export const Summary = z.object({
  /** About the people of the tenant; only for those who may see its members. */
  people: z.object({ members: z.number().int(), hereNow: z.number().int() }).nullable(),
});
export type Summary = z.infer<typeof Summary>;

/** A step to the first calls, in the words of the reader. */
export const GuideStep = z.object({
  key: z.string(),
  title: z.string(),
  why: z.string(),
  /** What its screen is opened with. */
  action: z.string(),
  /** Null while there is no such screen. */
  path: z.string().nullable(),
  isOptional: z.boolean(),
  state: z.enum(['done', 'next', 'open', 'waits']),
  /** Titles of the steps it waits for. */
  waitsFor: z.array(z.string()),
});
export type GuideStep = z.infer<typeof GuideStep>;

export const GuideFacts = z.object({
  steps: z.array(GuideStep),
  /** Every necessary step is done. */
  isBehind: z.boolean(),
  /** Kinds of pushes after which it is worth asking again. */
  events: z.array(z.string()),
});
export type GuideFacts = z.infer<typeof GuideFacts>;

export const homeApi = {
  guide: endpoint({
    method: 'GET',
    path: '/admin/saas_plat/home/guide',
    access: 'home.guide',
    renewsSession: false,
    summary:
      'What leads from an empty team to its first calls: which steps there are, which are done and which is next.',
    input: nothing,
    data: GuideFacts,
  }),
  summary: endpoint({
    method: 'GET',
    path: '/admin/saas_plat/home/summary',
    access: 'signedIn',
    renewsSession: false,
    summary: 'What the start page tells the signed-in person about the team.',
    input: nothing,
    data: Summary,
  }),
};
