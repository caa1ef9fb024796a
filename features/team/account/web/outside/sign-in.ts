import { deviceId, deviceMark } from '#platform/web/device.ts';
import { departure } from '#platform/web/failure-handler.ts';
import { arrival, ownSession, returnTo, session } from '#platform/web/session.ts';
import { createStore } from '#platform/web/store.ts';
import type { SignInAnswer } from '../../contract.ts';

/** What a sign-in waits for, in this document alone: whoever loads it anew signs in again. */
export const pendingStep = createStore<NonNullable<SignInAnswer['secondStep']> | null>(null);

/**
 * Keeps the token and goes on, with a whole new document: to where the person was, or to the start page. Where a second
 * factor is asked for, that comes first.
 */
export function signedIn({ token, deviceMark: mark, secondStep }: SignInAnswer): void {
  if (secondStep) return pendingStep.set(secondStep);
  deviceMark.keep(mark);
  ownSession.drop();
  session.start(token!);
  departure.go(returnTo.take());
}

/** The same, after a second factor: who runs the installation begins in its console then (`startsInConsole`). */
export function provenSignedIn(answer: SignInAnswer): void {
  arrival.begin();
  signedIn(answer);
}

/** What this browser says about itself to whoever signs it in. */
export function thisBrowser(): { deviceUniqueIdentification: string; deviceMark?: string } {
  const mark = deviceMark.get();
  return { deviceUniqueIdentification: deviceId(), ...(mark ? { deviceMark: mark } : {}) };
}

/** What a new account takes from the browser. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
