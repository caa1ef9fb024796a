import { z } from 'zod';
import { endpoint, nothing, WireTime } from '#shared/endpoint.ts';

export const Summary = z.object({
  /** My entries in the operation log since midnight in my time zone. */
  operationsToday: z.number().int(),
  /** What I did last, newest first. */
  recent: z.array(z.object({ what: z.string(), target: z.string().nullable(), at: WireTime, failed: z.boolean() })),
  /** About the people of the tenant; only for those who may see its members. */
  people: z.object({ members: z.number().int(), hereNow: z.number().int() }).nullable(),
});
export type Summary = z.infer<typeof Summary>;

export const homeApi = {
  summary: endpoint({
    method: 'GET',
    path: '/admin/saas_plat/home/summary',
    access: 'signedIn',
    renewsSession: false,
    summary: 'What the start page tells the signed-in person about today.',
    input: nothing,
    data: Summary,
  }),
};
