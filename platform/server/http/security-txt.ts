import { languages } from '#shared/languages.ts';

const DAY_MS = 86_400_000;
/** RFC 9116 wants less than a year; who asks later is told anew. */
const GOOD_FOR_MS = 180 * DAY_MS;

export const SECURITY_TXT_PATH = '/.well-known/security.txt';

/** Whom to tell of a weakness (RFC 9116). */
export const securityTxt = ({
  contact,
  publicUrl,
  nowMs,
}: {
  /** `mailto:…` or `https://…`. */
  contact: string;
  publicUrl: string;
  nowMs: number;
}): string =>
  [
    `Contact: ${contact}`,
    // To the day: the same all day long.
    `Expires: ${new Date(Math.floor((nowMs + GOOD_FOR_MS) / DAY_MS) * DAY_MS).toISOString()}`,
    `Preferred-Languages: ${[...new Set(languages.map((tag) => tag.split('-')[0]))].join(', ')}`,
    `Canonical: ${new URL(SECURITY_TXT_PATH, publicUrl).href}`,
    '',
  ].join('\n');
