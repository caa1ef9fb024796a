import { z } from 'zod';
import { protocolsOf, speechProtocols, speechUses } from '#core/speech/protocols.ts';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { SpeechChannel } from '#shared/codes/speech-channel.ts';
import { endpoint, Id, nothing } from '#shared/endpoint.ts';

export const SPEECH_NAME_MAX = 60;
export const SPEECH_WORD_MAX = 100;
export const SPEECH_KEY_MAX = 500;

/** Pushed to everybody of the tenants who look or need it: how far this machine's own speech is. */
export const SPEECH_EMBEDDED = 'speech.embedded';

const Use = z.enum(speechUses);
const Language = CustomerLanguage.schema;
const Word = z.string().trim().max(SPEECH_WORD_MAX);
const isOnce = (languages: readonly string[]): boolean => new Set(languages).size === languages.length;

const Fields = z.object({
  /** Its own name; empty for that of the channel. */
  name: z.string().trim().max(SPEECH_NAME_MAX),
  protocol: z.enum(speechProtocols),
  /** Where the protocol begins, without a name and password in it. */
  address: z
    .url({ protocol: /^https?$/ })
    .max(1_000)
    .refine((text) => !/^https?:\/\/[^/?#]*@/i.test(text) && !/[?#]/.test(text), 'an address alone'),
  model: Word,
  /** Those it is asked for; none: every one. */
  languages: z.array(Language).max(CustomerLanguage.rows.length).refine(isOnce, 'a language twice'),
  /** What it calls its voices, by language. */
  voices: z
    .array(z.object({ language: Language, voice: Word.min(1) }))
    .max(CustomerLanguage.rows.length)
    .refine((voices) => isOnce(voices.map(({ language }) => language)), 'a language twice'),
  isOn: z.boolean(),
});
/** Goes in and never comes out. Empty keeps the one that is there, as long as it goes where it went. */
const secret = z
  .string()
  .max(SPEECH_KEY_MAX)
  .regex(/^[\x21-\x7e]*$/)
  .default('');

export const SpeechProviderFields = Fields.extend({ use: Use, channel: SpeechChannel.schema, secret }).refine(
  ({ use, channel, protocol }) => protocolsOf(channel, use).includes(protocol),
  { message: 'a protocol of the channel', path: ['protocol'] },
);
export type SpeechProviderFields = z.output<typeof SpeechProviderFields>;
export const SpeechProviderChange = Fields.extend({ id: Id, version: z.number().int(), secret });
export type SpeechProviderChange = z.output<typeof SpeechProviderChange>;

export const SpeechProvider = Fields.extend({
  id: z.number(),
  version: z.number(),
  use: Use,
  channel: SpeechChannel.schema,
  address: z.string(),
  hasSecret: z.boolean(),
  /** The last four characters of a long key; empty for short ones. */
  secretEnd: z.string().max(4),
});
export type SpeechProvider = z.infer<typeof SpeechProvider>;

export const EmbeddedState = z.discriminatedUnion('at', [
  z.object({ at: z.literal('ready') }),
  z.object({ at: z.literal('missing') }),
  z.object({ at: z.literal('fetching'), doneBytes: z.number(), totalBytes: z.number() }),
  z.object({ at: z.literal('unavailable'), why: z.string() }),
]);
export type EmbeddedState = z.infer<typeof EmbeddedState>;

export const SpeechSettings = z.object({
  /** By use, then in the order they are asked. */
  providers: z.array(SpeechProvider),
  embedded: EmbeddedState.and(
    z.object({
      hears: z.array(Language),
      /** Of these only what a flow waits for. */ hearsPhrases: z.array(Language),
      speaks: z.array(Language),
    }),
  ),
});
export type SpeechSettings = z.infer<typeof SpeechSettings>;

export const speechTroubles = ['cancelled', 'busy', 'slow', 'cut', 'garbage', 'refused', 'absent'] as const;
export const SpeechTest = z.object({
  /** Null when it worked. */
  trouble: z.enum(speechTroubles).nullable(),
  firstByteMs: z.number().nullable(),
  totalMs: z.number(),
  /** What was heard, or answered; what was said. */
  text: z.string(),
  said: z.string(),
  /** A voice's sound, as a WAV file in base64. */
  wav: z.string(),
});
export type SpeechTest = z.infer<typeof SpeechTest>;

const at = <P extends string>(path: P) => `/cc/api/speech/v1/${path}` as const;
const access = 'speech.settings';

export const speechApi = {
  settings: endpoint({
    method: 'POST',
    path: at('settings'),
    access,
    reads: true,
    summary: 'Who recognises, speaks and answers, and what this machine can do by itself. Keys never come out.',
    input: nothing,
    data: SpeechSettings,
  }),
  add: endpoint({
    method: 'POST',
    path: at('provider/add'),
    access,
    summary: 'Adds a provider after those of its use.',
    input: SpeechProviderFields,
    data: z.object({ id: z.number() }),
  }),
  update: endpoint({
    method: 'POST',
    path: at('provider/update'),
    access,
    summary: 'Changes a provider; the next conversation feels it.',
    input: SpeechProviderChange,
    data: z.null(),
  }),
  delete: endpoint({
    method: 'POST',
    path: at('provider/delete'),
    access,
    summary: 'Deletes a provider with its key.',
    input: z.object({ id: Id }),
    data: z.null(),
  }),
  order: endpoint({
    method: 'POST',
    path: at('provider/order'),
    access,
    summary: 'Puts the providers of a use into another order; all of them are named.',
    input: z.object({ use: Use, ids: z.array(Id).min(1).max(20) }),
    data: z.null(),
  }),
  test: endpoint({
    method: 'POST',
    path: at('test'),
    access,
    summary:
      'Really calls a provider, or without an id this machine: recognises a phrase of ours, speaks a sentence or answers a question.',
    input: z.object({ id: Id.optional(), use: Use, language: Language.default('en') }),
    data: SpeechTest,
    limit: { per: 'user', max: 30, windowSec: 60 },
  }),
  kit: endpoint({
    method: 'POST',
    path: at('kit'),
    access: 'signedIn',
    reads: true,
    summary:
      'Whether what this machine needs to hear and speak is there, or how far it is fetched; changes are pushed.',
    input: nothing,
    data: EmbeddedState,
  }),
  prepare: endpoint({
    method: 'POST',
    path: at('prepare'),
    access,
    summary: 'Fetches what this machine needs to hear and speak; progress is pushed.',
    input: nothing,
    data: EmbeddedState,
    limit: { per: 'user', max: 10, windowSec: 60 },
  }),
};
