import { deviceId, deviceMark } from '#platform/web/device.ts';
import { departure } from '#platform/web/failure-handler.ts';
import { returnTo, session } from '#platform/web/session.ts';

/** Keeps the token and goes on, with a whole new document: to where the person was, or to the start page. */
export function signedIn({ token, deviceMark: mark }: { token: string; deviceMark?: string | undefined }): void {
  deviceMark.keep(mark);
  session.start(token);
  departure.go(returnTo.take());
}

/** What this browser says about itself to whoever signs it in. */
export function thisBrowser(): { deviceUniqueIdentification: string; deviceMark?: string } {
  const mark = deviceMark.get();
  return { deviceUniqueIdentification: deviceId(), ...(mark ? { deviceMark: mark } : {}) };
}

/** What a new account takes from the browser. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
