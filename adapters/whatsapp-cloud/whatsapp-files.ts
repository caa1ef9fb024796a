import { randomUUID } from 'node:crypto';
import type { CarriedFile, CarrierAbilities } from '#core/chat/carrier.port.ts';

const MB = 1_048_576;
const IMAGE_MOST = 5 * MB;
const SOUND_MOST = 16 * MB;
const images = ['image/jpeg', 'image/png'];
const sounds = ['audio/aac', 'audio/mp4', 'audio/mpeg', 'audio/amr', 'audio/ogg', 'audio/ogg; codecs=opus'];
const videos = ['video/mp4', 'video/3gpp'];
const documents = [
  'application/pdf',
  'text/plain',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
];

export const abilities: CarrierAbilities = {
  files: [...images, ...sounds, ...videos, ...documents],
  fileBytesMost: 100 * MB,
  textMost: 4_096,
  windowHours: 24,
  templates: true,
  reports: ['delivered', 'read'],
  provesPhone: true,
};

/** What WhatsApp calls a file; null: it takes none such. */
export function kindOf({ mediaType, bytes }: CarriedFile): 'image' | 'audio' | 'video' | 'document' | null {
  if (images.includes(mediaType)) return bytes <= IMAGE_MOST ? 'image' : null;
  if (sounds.includes(mediaType)) return bytes <= SOUND_MOST ? 'audio' : null;
  if (videos.includes(mediaType)) return bytes <= SOUND_MOST ? 'video' : null;
  return documents.includes(mediaType) && bytes <= abilities.fileBytesMost ? 'document' : null;
}

export async function multipart(file: CarriedFile): Promise<{ type: string; body: Uint8Array }> {
  const edge = `openseat-${randomUUID()}`;
  const field = (name: string, value: string) =>
    `--${edge}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const mediaType = file.mediaType.split(';')[0]!;
  const parts: Uint8Array[] = [];
  for await (const part of await file.open()) parts.push(part);
  const head = `${field('messaging_product', 'whatsapp')}${field('type', mediaType)}--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${encodeURIComponent(file.name)}"\r\ncontent-type: ${mediaType}\r\n\r\n`;
  return {
    type: `multipart/form-data; boundary=${edge}`,
    body: Buffer.concat([Buffer.from(head), ...parts, Buffer.from(`\r\n--${edge}--\r\n`)]),
  };
}
