import { departure } from '#platform/web/failure-handler.ts';
import { choice, returnTo, session } from '#platform/web/session.ts';

/** Keeps the token and goes on, with a whole new document: to where the person was, or to the start page. */
export function signedIn({ token }: { token: string }): void {
  session.start(token);
  departure.go(returnTo.take());
}

/** Names this browser for the list of devices; the same until its storage is cleared. */
export function deviceId(): string {
  const known = choice.get('device');
  if (known) return known;
  const made = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  choice.set('device', made);
  return made;
}

/** What a new account takes from the browser. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
