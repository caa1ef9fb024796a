import { z } from 'zod';
import { Ringtone } from '#shared/codes/ringtone.ts';
import { endpoint, Id } from '#shared/endpoint.ts';
import { languageFromWire, type Language } from '#shared/languages.ts';

export const Theme = z.enum(['system', 'light', 'dark']);
export type Theme = z.infer<typeof Theme>;

/** `zh_CN` on the wire, as the specification writes it; `zh-CN` is understood too. */
const WireLanguage = z
  .string()
  .max(10)
  .refine((value) => languageFromWire(value) !== null, 'not a language we speak')
  .transform((value): Language => languageFromWire(value)!);

/** Sent to the person's other tabs (`tx.push` of this kind) whenever one of them changed. */
export const PREFERENCES_CHANGED = 'preferences.changed';
export const PreferencesChanged = z.object({
  lang: z.string().optional(),
  timeZone: z.string().optional(),
  theme: Theme.optional(),
  ringtone: Ringtone.schema.optional(),
});
export type PreferencesChanged = z.infer<typeof PreferencesChanged>;

export const preferencesApi = {
  switchLanguage: endpoint({
    method: 'POST',
    path: '/admin/saas_plat/user/switchLanguage',
    access: 'signedIn',
    summary: 'Stores the language of the signed-in person.',
    input: z.object({ lang: WireLanguage }),
    data: z.object({ lang: z.string() }),
  }),
  switchTimeZone: endpoint({
    method: 'POST',
    path: '/admin/saas_plat/user/switchTimeZone',
    access: 'signedIn',
    summary: 'Stores the time zone of the signed-in person; ids are those of the time zone list.',
    input: z.object({ time_zone_id: Id }),
    data: z.object({ time_zone_id: z.number(), timeZone: z.string() }),
  }),
  switchTheme: endpoint({
    method: 'PUT',
    path: '/admin/saas_plat/user/theme',
    access: 'signedIn',
    summary: 'Stores the theme of the signed-in person.',
    input: z.object({ theme: Theme }),
    data: z.object({ theme: Theme }),
  }),
  ringtone: endpoint({
    method: 'GET',
    path: '/admin/saas_plat/user/ringtone',
    access: 'signedIn',
    summary: 'What rings for the signed-in person when somebody calls.',
    input: z.object({}),
    data: z.object({ ringtone: Ringtone.schema }),
  }),
  switchRingtone: endpoint({
    method: 'PUT',
    path: '/admin/saas_plat/user/ringtone',
    access: 'signedIn',
    summary: 'Stores what rings for the signed-in person; it follows them to every computer.',
    input: z.object({ ringtone: Ringtone.schema }),
    data: z.object({ ringtone: Ringtone.schema }),
  }),
};
