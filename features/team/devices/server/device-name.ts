import { browserWords } from '#core/browser/user-agent.ts';

/** `Chrome · Windows` from what a browser says of itself; its first word when it is none we know. */
export function deviceName(userAgent: string): string {
  const { browser, system } = browserWords(userAgent);
  const known = [browser, system].filter((part) => part !== null);
  return known.length > 0 ? known.join(' · ') : (/^[\w.-]+/.exec(userAgent)?.[0].slice(0, 60) ?? '?');
}
