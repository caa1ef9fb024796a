import { z } from 'zod';
import { foundKinds } from '#core/search/found-kinds.ts';
import { endpoint, WireTime } from '#shared/endpoint.ts';

/** Of each kind; whoever wants more opens its list. */
export const FOUND_MOST = 5;

/** Something that was found, as the reader may see it. */
export const Found = z.object({
  kind: z.enum(foundKinds),
  /** As the page of its kind names it. */
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  /** When it was, of what happens at a moment. */
  at: WireTime.nullable(),
});
export type Found = z.infer<typeof Found>;

export const findApi = {
  find: endpoint({
    method: 'POST',
    path: '/admin/saas_plat/find',
    access: 'signedIn',
    reads: true,
    handlesFailures: true,
    summary: 'Customers, calls and chats by words or a number, a few of each, as far as the caller may see them.',
    input: z.object({ words: z.string().trim().min(1).max(100) }),
    data: z.array(Found),
  }),
};
