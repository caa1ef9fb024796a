import { codes, type CodeOf } from '../codes.ts';

/** What rings when somebody calls; ours alone, and made by the page itself. Silent: calls are only seen. */
export const Ringtone = codes({
  rising: { code: 'rising', key: 'ringtone.rising' },
  bell: { code: 'bell', key: 'ringtone.bell' },
  marimba: { code: 'marimba', key: 'ringtone.marimba' },
  pulse: { code: 'pulse', key: 'ringtone.pulse' },
  calm: { code: 'calm', key: 'ringtone.calm' },
  silent: { code: 'silent', key: 'ringtone.silent' },
});
export type Ringtone = CodeOf<typeof Ringtone>;
