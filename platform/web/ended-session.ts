import { Failure } from '#shared/failure.ts';
import { ask, envelopeFrom, unwrap } from './call.ts';
import { forceSignOut } from './failure-handler.ts';

/** Any call of somebody signed in does. */
const own = { method: 'GET', path: '/admin/saas_plat/user/info' } as const;
/** A server that does not answer must not keep anybody signed in. */
const ANSWER_WITHIN_MS = 3_000;
let asking: Promise<void> | null = null;

/**
 * A socket was ended with the session, which says no more. The server is asked why, once for all sockets: people of a team that was
 * suspended are told so.
 */
export function sessionEnded(): void {
  asking ??= whyEnded().finally(() => {
    asking = null;
  });
}

async function whyEnded(): Promise<void> {
  try {
    await unwrap(envelopeFrom(await (await ask(own, {}, AbortSignal.timeout(ANSWER_WITHIN_MS))).text()));
  } catch (error) {
    if (error instanceof Failure && error.name === 'tenantDisabled') return forceSignOut(error.name, error.detail);
  }
  // The specification's words: 'Login expired, please log in again!'
  forceSignOut('tokenExpired');
}
