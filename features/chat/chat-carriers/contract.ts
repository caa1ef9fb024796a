import { z } from 'zod';
import { EmailSettings, emailSecrets, WhatsappSettings, whatsappSecrets } from '#core/chat/carrier-settings.ts';
import { download, endpoint, Id, nothing, WireTime } from '#shared/endpoint.ts';

export const carrierKinds = ['whatsapp', 'email'] as const;
export const secretNames = [...whatsappSecrets, ...emailSecrets] as const;
export type SecretName = (typeof secretNames)[number];

/** An account at a carrier. Secrets are told to us and never by us: pages learn which are set. */
export const ShownCarrierAccount = z.object({
  id: z.number(),
  key: z.string(),
  kind: z.enum(carrierKinds),
  name: z.string(),
  group_id: z.number(),
  group_name: z.string(),
  enabled: z.boolean(),
  version: z.number(),
  whatsapp: WhatsappSettings.nullable(),
  email: EmailSettings.nullable(),
  secrets_set: z.array(z.enum(secretNames)),
  /** Where the carrier calls, and the word it proves itself with once; for those who may change it, empty for carriers that are asked. */
  hook: z.object({ address: z.string(), verify_token: z.string() }).nullable(),
  contact_at: WireTime.nullable(),
  /** What was wrong at the last contact; empty: nothing. */ problem: z.string(),
});
export type ShownCarrierAccount = z.infer<typeof ShownCarrierAccount>;

const AccountWish = z.object({
  name: z.string().trim().min(1).max(60),
  group_id: Id,
  enabled: z.boolean().default(true),
  /** One of the two says what kind it is. */
  whatsapp: WhatsappSettings.optional(),
  email: EmailSettings.optional(),
  /** One that is left out stays as it is. */
  secrets: z.partialRecord(z.enum(secretNames), z.string().trim().min(1).max(2_000)).default({}),
});
export type AccountWish = z.output<typeof AccountWish>;
const oneKind = ({ whatsapp, email }: { whatsapp?: unknown; email?: unknown }) =>
  (whatsapp === undefined) !== (email === undefined);

const at = <P extends string>(path: P) => `/home/api/chat/${path}` as const;
const One = z.object({ id: Id });

export const chatCarriersApi = {
  list: endpoint({
    method: 'GET',
    path: at('carrier'),
    access: 'chat-carriers.view',
    summary: 'Accounts at carriers of messages: WhatsApp, mailboxes.',
    input: nothing,
    data: z.array(ShownCarrierAccount),
  }),
  add: endpoint({
    method: 'POST',
    path: at('carrier'),
    access: 'chat-carriers.edit',
    summary: 'Adds an account, and the channel it is.',
    input: AccountWish.refine(oneKind, 'one kind'),
    data: One,
  }),
  update: endpoint({
    method: 'PUT',
    path: at('carrier/{id}'),
    access: 'chat-carriers.edit',
    summary: 'Changes an account; secrets that are not told stay.',
    input: AccountWish.extend({ id: Id, version: z.number().int() }).refine(oneKind, 'one kind'),
    data: z.null(),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: at('carrier/{id}'),
    access: 'chat-carriers.edit',
    summary: 'Deletes an account nobody ever wrote through; others are switched off.',
    input: One,
    data: z.null(),
  }),
  check: endpoint({
    method: 'POST',
    path: at('carrier/{id}/check'),
    access: 'chat-carriers.edit',
    reads: true,
    summary: 'Whether the account answers; empty when all is well, else what is wrong.',
    input: One,
    data: z.object({ problem: z.string() }),
    limit: { per: 'user', max: 20, windowSec: 60 },
  }),
  templates: endpoint({
    method: 'POST',
    path: at('carrier/{id}/templates'),
    access: 'chat-carriers.edit',
    summary: 'Reads the approved templates from the carrier and keeps them.',
    input: One,
    data: z.object({ count: z.number(), /** Why none were read; empty: they were. */ problem: z.string() }),
    limit: { per: 'user', max: 20, windowSec: 60 },
  }),

  /** What the WhatsApp Cloud API asks before it calls. */
  prove: download({
    method: 'GET',
    path: at('whatsapp/{key}'),
    access: 'public',
    summary: 'Proves to WhatsApp that the address is ours.',
    input: z.object({
      key: z.string().max(60),
      'hub.mode': z.string().max(50).default(''),
      'hub.verify_token': z.string().max(500).default(''),
      'hub.challenge': z.string().max(500).default(''),
    }),
    limit: { per: 'address', max: 60, windowSec: 60 },
  }),
  hear: endpoint({
    method: 'POST',
    path: at('whatsapp/{key}'),
    access: 'public',
    reads: true,
    signed: true,
    renewsSession: false,
    summary: 'What WhatsApp has to tell: messages and how far ours got. Stored when it answers.',
    input: z.object({ key: z.string().max(60) }),
    data: z.null(),
    limit: { per: 'address', max: 3_000, windowSec: 60 },
  }),
};
