import { z } from 'zod';
import { endpoint, nothing, WireTime } from '#shared/endpoint.ts';

/** A mail or short message the demo kept instead of sending it. */
export const DemoMessage = z.object({
  id: z.number(),
  channel: z.enum(['mail', 'sms']),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  at: WireTime,
});
export type DemoMessage = z.infer<typeof DemoMessage>;

/** Somebody the demo can be tried as. */
export const DemoVisitor = z.object({
  email: z.string(),
  password: z.string(),
  name: z.string(),
  tenantName: z.string(),
  roleName: z.string(),
  answersCalls: z.boolean(),
});

/** For whoever sits at the machine that shows the demo, past no proxy; `notFound` to everybody else and in every other installation. */
export const demoInboxApi = {
  messages: endpoint({
    method: 'GET',
    path: '/admin/saas_plat/demo/messages',
    access: 'public',
    handlesFailures: true,
    summary:
      'The newest 50 messages the demo kept for its own people instead of sending; answered on its machine alone.',
    input: nothing,
    data: z.array(DemoMessage),
  }),
  people: endpoint({
    method: 'GET',
    path: '/admin/saas_plat/demo/people',
    access: 'public',
    handlesFailures: true,
    summary: 'The people the demo can be tried as; answered on its machine alone.',
    input: nothing,
    data: z.array(DemoVisitor),
  }),
};
