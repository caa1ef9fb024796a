import type { World } from '#platform/server/world.ts';
import { beginRequest, type Begun } from './messages.repo.ts';
import { newTie, openIdPage } from './openid.ts';
import { addressesOf, asSigned, keyOf, samlOf } from './service-provider.ts';
import type { Company } from './sso.repo.ts';

/** Keeps that a sign-in begins, and answers the company's page with our request. */
export async function companyPage(
  { db, clock, publicUrl }: Pick<World, 'clock' | 'db' | 'publicUrl'>,
  company: Company,
  begun: Begun,
): Promise<string> {
  const addresses = addressesOf(publicUrl, company.companyDomain);
  if (company.protocol === 'oidc') {
    const tie = newTie();
    const state = await db.everyTenant('nobody is signed in yet', (tx) => beginRequest(tx, begun, clock.nowMs(), tie));
    return openIdPage(company, addresses, state, tie);
  }
  const { id, key } = await db.everyTenant('nobody is signed in yet', async (tx) => ({
    id: await beginRequest(tx, begun, clock.nowMs()),
    key: await keyOf(db, tx, company.tenantId),
  }));
  // What comes back beside the answer is never believed: the id only shows in the provider's logs which sign-in it was.
  return asSigned(await samlOf(addresses, company, key, id).getAuthorizeUrlAsync(id, undefined, {}));
}
