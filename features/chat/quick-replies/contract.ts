import { z } from 'zod';
import { endpoint, Id, nothing } from '#shared/endpoint.ts';

export const QUICK_REPLIES_MOST = 500;
export const QUICK_TEXT_MOST = 2_000;

const fields = {
  /** Typed after a slash. */
  shortcut: z
    .string()
    .trim()
    .regex(/^[\p{L}\p{N}_-]{1,30}$/u),
  /** `{name}`, `{agent}` and `{company}` stand for the visitor, the writer and the team. */
  text: z.string().trim().min(1).max(QUICK_TEXT_MOST),
  /** Mine alone; else the whole team's. */
  personal: z.boolean(),
};
const QuickFields = z.object(fields);

export const QuickReply = QuickFields.extend({ id: z.number() });
export type QuickReply = z.infer<typeof QuickReply>;

const at = <P extends string>(path: P) => `/home/api/quick_reply${path}` as const;

export const quickRepliesApi = {
  list: endpoint({
    method: 'GET',
    path: at(''),
    access: 'quick-replies.use',
    summary: 'The quick replies of the team and mine, by shortcut.',
    input: nothing,
    data: z.array(QuickReply),
  }),
  add: endpoint({
    method: 'POST',
    path: at(''),
    access: 'quick-replies.use',
    summary: 'Adds a quick reply: of my own, or with quick-replies.edit of the team.',
    input: QuickFields,
    data: z.object({ id: z.number() }),
  }),
  update: endpoint({
    method: 'PUT',
    path: at('/{id}'),
    access: 'quick-replies.use',
    summary: 'Changes a quick reply.',
    input: QuickFields.extend({ id: Id }),
    data: z.null(),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: at('/{id}'),
    access: 'quick-replies.use',
    summary: 'Deletes a quick reply.',
    input: z.object({ id: Id }),
    data: z.null(),
  }),
};
