import { departure } from '#platform/web/failure-handler.ts';
import { returnTo, session } from '#platform/web/session.ts';

export { deviceId } from '#platform/web/device.ts';

/** Keeps the token and goes on, with a whole new document: to where the person was, or to the start page. */
export function signedIn({ token }: { token: string }): void {
  session.start(token);
  departure.go(returnTo.take());
}

/** What a new account takes from the browser. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
