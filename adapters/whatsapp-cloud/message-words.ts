import { z } from 'zod';
import type { Noticed } from '#core/chat/carrier.port.ts';

export interface WhatsappMessage {
  type: string;
  [field: string]: unknown;
}

type Words = Pick<Noticed, 'text' | 'files'>;

const Text = z.string().catch('');
const Media = z.looseObject({
  id: z.string().min(1).max(200),
  mime_type: Text,
  caption: Text.optional(),
  filename: Text.optional(),
});
const Location = z.looseObject({
  latitude: z.number(),
  longitude: z.number(),
  name: Text.optional(),
  address: Text.optional(),
});
const Contact = z.looseObject({
  name: z.looseObject({ formatted_name: Text }),
  phones: z.array(z.looseObject({ phone: Text })).catch([]),
  emails: z.array(z.looseObject({ email: Text })).catch([]),
});
const Reply = z.looseObject({ title: Text, description: Text.optional() });
const Interactive = z.looseObject({
  button_reply: Reply.optional(),
  list_reply: Reply.optional(),
  nfm_reply: z.looseObject({ body: Text.optional() }).optional(),
});

const endings: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'audio/ogg': 'ogg',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/aac': 'aac',
  'audio/amr': 'amr',
  'video/mp4': 'mp4',
  'video/3gpp': '3gp',
  'application/pdf': 'pdf',
};
const media = new Set(['image', 'video', 'audio', 'document', 'sticker']);
const nothing: Words = { text: '', files: [] };

/** A message as an agent reads it. Empty: there is nothing to read. */
export function wordsOf(message: WhatsappMessage): Words {
  const content = message[message.type];
  if (media.has(message.type)) return ofMedia(message.type, content);
  switch (message.type) {
    case 'text':
      return asWords(z.looseObject({ body: Text }).safeParse(content).data?.body);
    case 'location':
      return ofLocation(content);
    case 'contacts':
      return asWords(
        z
          .array(Contact)
          .safeParse(content)
          .data?.map(
            ({ name, phones, emails }) =>
              `👤 ${[name.formatted_name, ...phones.map(({ phone }) => phone), ...emails.map(({ email }) => email)].filter(Boolean).join(' · ')}`,
          )
          .join('\n'),
      );
    case 'reaction':
      return asWords(z.looseObject({ emoji: Text.optional() }).safeParse(content).data?.emoji);
    case 'button':
      return asWords(z.looseObject({ text: Text }).safeParse(content).data?.text);
    case 'interactive': {
      const reply = Interactive.safeParse(content).data;
      const chosen = reply?.button_reply ?? reply?.list_reply;
      return asWords(chosen ? [chosen.title, chosen.description].filter(Boolean).join('\n') : reply?.nfm_reply?.body);
    }
    case 'order':
      return asWords(
        `🛒 ${z.looseObject({ product_items: z.array(z.unknown()) }).safeParse(content).data?.product_items.length ?? ''}`.trim(),
      );
    case 'system':
      return asWords(z.looseObject({ body: Text }).safeParse(content).data?.body);
    default:
      // The agent should know that something came, and can ask.
      return asWords(`⚠ ${/^[a-z_]{1,30}$/.test(message.type) ? message.type : '?'}`);
  }
}

const asWords = (text: string | undefined): Words => (text ? { text, files: [] } : nothing);

function ofMedia(type: string, content: unknown): Words {
  const file = Media.safeParse(content).data;
  if (!file) return nothing;
  const mediaType = file.mime_type.split(';')[0]!.trim();
  const name = file.filename || `${type}.${endings[mediaType] ?? 'bin'}`;
  return { text: file.caption ?? '', files: [{ id: file.id, name, mediaType }] };
}

function ofLocation(content: unknown): Words {
  const place = Location.safeParse(content).data;
  if (!place) return nothing;
  const { latitude, longitude, name, address } = place;
  return asWords(
    [
      `📍 ${[name, address].filter(Boolean).join(', ')}`.trim(),
      `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`,
    ].join('\n'),
  );
}
