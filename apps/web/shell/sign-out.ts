import { accountApi } from '#features/account/contract.ts';
import { call } from '#platform/web/call.ts';
import { departure } from '#platform/web/failure-handler.ts';
import { session } from '#platform/web/session.ts';

/** Ends the session here and in every tab. The sign-in page says so; it is another document. */
export async function signOut(): Promise<void> {
  // A server that cannot be reached must not keep anybody signed in on this machine.
  await call(accountApi.logout, {}).catch(() => null);
  session.end();
  departure.go('/login?reason=signedOut');
}
