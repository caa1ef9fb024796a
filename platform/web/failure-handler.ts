import type { FailureName } from '#shared/errors.ts';
import { Failure } from '#shared/failure.ts';
import { failureKey, meaningOf } from './failures.ts';
import { hasText, textOf } from './i18n.ts';
import { waitsToSignOut } from './held-sign-out.ts';
import { ownSession, returnTo, session, suspension } from './session.ts';
import { toast } from './toast.ts';

/** Leaving the page for another document; replaced by tests. */
export const departure = {
  go: (address: string): void => window.location.assign(address),
};

/** Where people of a suspended team read why. */
export const SUSPENDED = '/suspended';

/** What went wrong, in the user's language. A bug has no explanation beyond `unexpected`. */
export function failureText(error: unknown): string {
  const name: FailureName = error instanceof Failure ? error.name : 'unexpected';
  const key = failureKey(name);
  const detail = error instanceof Failure ? error.detail : '';
  // `detail` is for people only where the text has a place for it; elsewhere it is for the log.
  return hasText(key) ? textOf(key, { detail }) : detail || name;
}

/**
 * The session is over: ends it here and in every tab. Nobody is hung up on for it: a call that goes on is waited for, unless the whole
 * team is suspended, whose calls have ended with it.
 */
export function forceSignOut(reason: FailureName, detail = ''): void {
  if (session.token() === null) return;
  if (reason === 'tenantDisabled' || !waitsToSignOut(() => forceSignOut(reason, detail))) signOutNow(reason, detail);
}

/**
 * Ends the session here and in every tab, and goes to the sign-in page, which says why.
 * A whole new document, so that nothing of the old session stays in memory.
 */
export function signOutNow(reason: FailureName, detail = ''): void {
  if (session.token() === null) return;
  // Who helped inside another team is put out of it alone.
  const back = ownSession.resume({ isLeft: false });
  if (back !== null) return departure.go(back);
  returnTo.remember(window.location.pathname + window.location.search);
  session.end();
  if (reason === 'tenantDisabled') suspension.remember(detail);
  departure.go(reason === 'tenantDisabled' ? SUSPENDED : `/login?reason=${reason}`);
}

/**
 * Deals with a failure nobody else dealt with. The failure's row decides: end the session,
 * an error or a warning, or silence. What is no Failure is a bug: it is told and reported.
 */
export function handleFailure(error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  if (!(error instanceof Failure)) {
    reportError(error);
    return toast({ tone: 'error', text: failureText(error), id: 'failure.unexpected' });
  }
  const { endsSession, shownAs } = meaningOf(error.name);
  if (endsSession) return forceSignOut(error.name, error.detail);
  if (shownAs === 'silent') return;
  // One notice per failure at a time: ten calls that fail for one reason say it once.
  toast({ tone: shownAs ?? 'error', text: failureText(error), id: `failure.${error.name}` });
}
