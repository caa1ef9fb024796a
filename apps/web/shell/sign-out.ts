import { accountApi } from '#features/account/contract.ts';
import { call } from '#platform/web/call.ts';
import { departure } from '#platform/web/failure-handler.ts';
import { session } from '#platform/web/session.ts';
import { beforeSigningOut } from '#platform/web/signing-out.ts';

/** A server that cannot be reached must not keep anybody signed in on this machine. */
const TELL_WITHIN_MS = 3_000;

/** Ends the session here and in every tab. The sign-in page says so; it is another document. */
export async function signOut(): Promise<void> {
  await beforeSigningOut();
  const told = call(accountApi.logout, {}).catch(() => null);
  // Ended here first: the server's answer to the other tabs must not overtake what this one says.
  session.end();
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, TELL_WITHIN_MS))]);
  departure.go('/login?reason=signedOut');
}
