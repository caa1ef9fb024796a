import { call } from '#platform/web/call.ts';
import { departure } from '#platform/web/failure-handler.ts';
import { session } from '#platform/web/session.ts';
import { accountApi } from '../../contract.ts';

const FIRST_PAGE = '/home';

/**
 * Goes on in another team with a new token, as a whole new document. The server ends the old session with that,
 * and this document's channel learns it: before the answer most often, or after. Neither may sign out.
 */
export async function enterTeam(tenantId: number): Promise<void> {
  const old = session.token();
  const answer = call(accountApi.switchTeam, { tenantId });
  // The call has taken the token along. Without one there is nothing to sign out.
  session.end();
  const { token } = await answer.catch((error: unknown) => {
    if (old) session.start(old);
    throw error;
  });
  session.start(token);
  departure.go(FIRST_PAGE);
  keep(token);
}

/** Puts the token back if the end of the old session takes it away before the new document is there. */
function keep(token: string): void {
  const unwatch = session.watch((now) => {
    if (now !== null) return;
    session.start(token);
    // After whoever ended it has asked for the sign-in page.
    queueMicrotask(() => departure.go(FIRST_PAGE));
  });
  window.addEventListener('pagehide', unwatch, { once: true });
}
