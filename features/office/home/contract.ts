import { z } from 'zod';
import { endpoint, nothing } from '#shared/endpoint.ts';

export const Summary = z.object({
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
    summary: 'What the start page tells the signed-in person about the team.',
    input: nothing,
    data: Summary,
  }),
};
