import { accountApi } from '#features/team/account/contract.ts';
import type { ssoApi } from '#features/team/sso/contract.ts';
import { bare, call, type DataOf } from '#platform/web/call.ts';
import { departure } from '#platform/web/failure-handler.ts';
import { queryClient } from '#platform/web/query-client.ts';
import { ownSession, session } from '#platform/web/session.ts';
import { beforeSigningOut, maySignOut } from '#platform/web/signing-out.ts';
import { keyOf } from '#platform/web/use-endpoint.ts';

/** A server that cannot be reached must not keep anybody signed in on this machine. */
const SEND_WITHIN_MS = 3_000;

const endByCompany = bare<(typeof ssoApi)['logout']>('POST', '/admin/saas_plat/sso/logout', true);

/** Ends the session here and in every tab, if the person still wants that knowing what ends with it. The sign-in page says so; it is another document. */
export async function signOut(): Promise<void> {
  if (!(await maySignOut())) return;
  await beforeSigningOut();
  const serverAnswer = endOnServer().catch(() => null);
  // Who helps inside another team leaves that, and is oneself again: the button said so, and the page they come back to says it.
  const back = ownSession.resume({ isLeft: true });
  if (back !== null) {
    await serverAnswer;
    return departure.go(back);
  }
  // Ended here first: the server's answer to the other tabs must not overtake what this one says.
  session.end();
  const address = await Promise.race([
    serverAnswer,
    new Promise<null>((resolve) => setTimeout(() => resolve(null), SEND_WITHIN_MS)),
  ]);
  departure.go(address ?? '/login?reason=signedOut');
}

/** Answers where to go next: who came by their company is signed out there too. */
async function endOnServer(): Promise<string | null> {
  const info = queryClient.getQueryData<DataOf<typeof accountApi.info>>(keyOf(accountApi.info, {}));
  if (info?.loginType === 'sso') return (await call(endByCompany, {})).address;
  await call(accountApi.logout, {});
  return null;
}
