import { departure } from '#platform/web/failure-handler.ts';
import { session } from '#platform/web/session.ts';

/**
 * When another tab goes on as another team or person, this one does too: it must not show the one's data and
 * send with the other's token. The answer stops it.
 */
export function followSession(): () => void {
  const own = session.token();
  return session.watch((now) => {
    // None at all is a sign-out, which the shell deals with, or a change under way.
    if (now !== null && now !== own) departure.go('/home');
  });
}
