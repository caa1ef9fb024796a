import { z } from 'zod';
import { FlowUse } from '#core/flow/flow-use.ts';
import { SpeechChannel } from '#shared/codes/speech-channel.ts';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { download, endpoint, Id, pageOf, PageQuery, upload, WireTime } from '#shared/endpoint.ts';

export const SOUNDS_MOST = 5_000;
export const SOUND_MAX_BYTES = 64 * 1024 * 1024;
export const SOUND_MAX_SEC = 600;
/** What a voice is given at once. */
export const SPOKEN_MOST = 1_000;

const Name = z.string().trim().min(1).max(60);
const Remark = z.string().trim().max(200);

/** What a voice says. */
export const SpeechWish = z.object({
  text: z.string().trim().min(1).max(SPOKEN_MOST),
  language: CustomerLanguage.schema,
  /** A name the provider knows; null for its usual one. */
  voice: z.string().trim().min(1).max(100).nullable().default(null),
  /** 1 is as usual. */
  speed: z.number().min(0.5).max(2).default(1),
  /** Who speaks first; null as the team has it. */
  channel: SpeechChannel.schema.nullable().default(null),
});
export type SpeechWish = z.infer<typeof SpeechWish>;

export const UploadedSound = z.object({
  id: z.number(),
  name: z.string(),
  remark: z.string(),
  durationMs: z.number(),
  /** What is said in it, when a voice spoke it; else empty. */
  spokenText: z.string(),
  language: z.string(),
  voice: z.string(),
  updatedBy: z.string(),
  updatedAt: WireTime,
  /** So many flows and groups play it. */
  uses: z.number(),
});
export type UploadedSound = z.infer<typeof UploadedSound>;

const at = <P extends string>(path: P) => `/cc/api/sound/v1/${path}` as const;
const asWav = {
  accepts: ['audio/wav'],
  maxBytes: SOUND_MAX_BYTES,
  limit: { per: 'user', max: 60, windowSec: 60 },
} as const;

export const soundsApi = {
  list: endpoint({
    method: 'POST',
    path: at('list'),
    access: 'sounds.view',
    reads: true,
    summary: 'The sounds of the tenant.',
    input: PageQuery.extend({
      words: z.string().trim().max(60).optional(),
      sort: z.enum(['name', 'updatedAt', 'durationMs']).default('name'),
      descending: z.boolean().default(false),
    }),
    data: pageOf(UploadedSound),
  }),
  upload: upload({
    method: 'POST',
    path: at('upload'),
    access: 'sounds.edit',
    summary: 'Brings in a WAV file; it is kept as the exchange plays it.',
    input: z.object({ name: Name, remark: Remark.default('') }),
    data: z.object({ id: z.number() }),
    ...asWav,
  }),
  replace: upload({
    method: 'POST',
    path: at('replace'),
    access: 'sounds.edit',
    summary: 'Puts another WAV file in place of a sound; whoever plays it plays the new one.',
    input: z.object({ id: Id }),
    data: z.null(),
    ...asWav,
  }),
  update: endpoint({
    method: 'POST',
    path: at('update'),
    access: 'sounds.edit',
    summary: 'Changes what a sound is called.',
    input: z.object({ id: Id, name: Name, remark: Remark }),
    data: z.null(),
  }),
  delete: endpoint({
    method: 'POST',
    path: at('delete'),
    access: 'sounds.edit',
    summary: 'Deletes a sound; refused while a flow or a group plays it.',
    input: z.object({ id: Id }),
    data: z.null(),
  }),
  uses: endpoint({
    method: 'POST',
    path: at('uses'),
    access: 'sounds.view',
    reads: true,
    summary: 'The flows and groups that play a sound.',
    input: z.object({ id: Id }),
    data: z.array(FlowUse),
  }),
  listen: download({
    method: 'GET',
    path: at('{id}/file'),
    access: 'sounds.view',
    summary: 'The sound itself.',
    input: z.object({ id: Id }),
  }),
  speak: endpoint({
    method: 'POST',
    path: at('speak'),
    access: 'sounds.edit',
    summary: 'Keeps what a voice says as a sound, a new one or in place of another.',
    input: SpeechWish.extend({ name: Name, remark: Remark.default(''), id: Id.optional() }),
    data: z.object({ id: z.number() }),
    limit: { per: 'user', max: 30, windowSec: 60 },
  }),
  synthesize: download({
    method: 'POST',
    path: '/cc/api/tts/v1/synthesize',
    access: 'sounds.edit',
    reads: true,
    summary: 'What a voice says, to listen to before it is kept.',
    input: SpeechWish,
    limit: { per: 'user', max: 30, windowSec: 60 },
  }),
};
