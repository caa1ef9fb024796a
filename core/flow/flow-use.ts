import { z } from 'zod';

/** Something that keeps a flow, a sound or a group from going. */
export const FlowUse = z.object({
  kind: z.enum(['number', 'allocation', 'flow', 'group', 'campaign']),
  id: z.number(),
  name: z.string(),
});
export type FlowUse = z.infer<typeof FlowUse>;
