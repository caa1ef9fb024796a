import { z } from 'zod';
import type { Correspondent, Fate, Noticed } from '#core/chat/carrier.port.ts';
import { reasonOf } from './graph-call.ts';
import { wordsOf, type WhatsappMessage } from './message-words.ts';

const Text = z.string().catch('');
const Message = z.looseObject({
  id: z.string().min(1).max(300),
  from: z.string().regex(/^\d{5,20}$/),
  timestamp: Text,
  type: Text,
});
const Status = z.looseObject({
  id: z.string().min(1).max(300),
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  timestamp: Text,
  biz_opaque_callback_data: Text.optional(),
  errors: z
    .array(
      z.looseObject({
        code: z.number().catch(-1),
        title: Text,
        message: Text.optional(),
        error_data: z.looseObject({ details: Text }).optional().catch(undefined),
      }),
    )
    .optional()
    .catch(undefined),
});
const many = z.array(z.unknown()).catch([]);
const Value = z.looseObject({
  metadata: z.looseObject({ phone_number_id: Text }),
  contacts: z
    .array(z.looseObject({ wa_id: Text, profile: z.looseObject({ name: Text }).optional().catch(undefined) }))
    .catch([]),
  messages: many.optional(),
  statuses: many.optional(),
});
const Call = z.looseObject({
  entry: z.array(z.looseObject({ changes: z.array(z.looseObject({ field: Text, value: z.unknown() })).catch([]) })),
});

/** What a call of the Cloud API says of one number. A piece that is not as agreed is left out: the rest counts. */
export function readWebhook(body: Uint8Array, phoneNumberId: string): { received: Noticed[]; fates: Fate[] } {
  const received: Noticed[] = [];
  const fates: Fate[] = [];
  for (const value of valuesOf(body)) {
    if (value.metadata.phone_number_id !== phoneNumberId) continue;
    for (const raw of value.messages ?? []) {
      const message = Message.safeParse(raw).data;
      if (!message) continue;
      const name = value.contacts.find(({ wa_id }) => wa_id === message.from)?.profile?.name ?? '';
      const { text, files } = wordsOf(message as WhatsappMessage);
      if (text === '' && files.length === 0) continue;
      received.push({
        externalId: message.id,
        from: correspondent(message.from, name),
        text,
        files,
        sentAtMs: msOf(message.timestamp),
        thread: { message: message.id },
      });
    }
    for (const raw of value.statuses ?? []) {
      const parsedStatus = Status.safeParse(raw).data;
      if (parsedStatus) fates.push(fateOf(parsedStatus));
    }
  }
  return { received, fates };
}

function fateOf({ id, status, timestamp, biz_opaque_callback_data: clientId, errors }: z.output<typeof Status>): Fate {
  const error = errors?.[0];
  const reason =
    status === 'failed'
      ? reasonOf(error?.code ?? Number.NaN, error?.error_data?.details || error?.title || error?.message || '')
      : '';
  return { externalId: id, ...(clientId ? { clientId } : {}), status, reason, atMs: msOf(timestamp) };
}

function valuesOf(body: Uint8Array): z.output<typeof Value>[] {
  try {
    const call = Call.parse(JSON.parse(new TextDecoder().decode(body)));
    return call.entry.flatMap(({ changes }) =>
      changes.filter(({ field }) => field === 'messages').flatMap(({ value }) => Value.safeParse(value).data ?? []),
    );
  } catch {
    return [];
  }
}

const msOf = (seconds: string): number => (/^\d{1,11}$/.test(seconds) ? Number(seconds) * 1_000 : Date.now());

/** Numbers of Mexico and Argentina carry a digit there that nobody dials. */
const dialled = (id: string): string => id.replace(/^521(\d{10})$/, '52$1').replace(/^549(\d{10})$/, '54$1');

export const correspondent = (id: string, name: string): Correspondent => ({
  externalId: id,
  name,
  email: '',
  phone: dialled(id),
});
