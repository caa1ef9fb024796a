import { departure } from '#platform/web/failure-handler.ts';
import { session } from '#platform/web/session.ts';

const FIRST_PAGE = '/home';

/**
 * Goes on with the token of another team, as a whole new document. The server ended the old session, and this
 * document's channel may learn that before the new document is there: then it would sign the new session out.
 */
export function enterTeam({ token }: { token: string }): void {
  const unwatch = session.watch((now) => {
    if (now !== null) return;
    session.start(token);
    // After whoever ended it has asked for the sign-in page.
    queueMicrotask(() => departure.go(FIRST_PAGE));
  });
  window.addEventListener('pagehide', unwatch, { once: true });
  session.start(token);
  departure.go(FIRST_PAGE);
}
