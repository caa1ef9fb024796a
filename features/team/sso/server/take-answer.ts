import type { Tx } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { readAnswer, type Claims } from './assertion.ts';
import { isFirst, takeRequest, type Begun } from './messages.repo.ts';
import { readOpenIdAnswer } from './openid.ts';
import { refused } from './refusal.ts';
import { openKey } from './sealed-keys.ts';
import { addressesOf, keyOf, samlOf } from './service-provider.ts';
import type { Company } from './sso.repo.ts';

type AnswerWorld = Pick<World, 'clock' | 'db' | 'publicUrl'>;

/** The sign-in that is answered, and what the company says about the person. */
interface Taken {
  begun: Begun;
  claims: Claims;
}

/** Takes the company's word once: the request it answers and the assertion itself are spent. */
export async function takeSamlAnswer(
  { db, clock, publicUrl }: AnswerWorld,
  tx: Tx,
  company: Company,
  encoded: string,
): Promise<Taken> {
  const expected = {
    ...addressesOf(publicUrl, company.companyDomain),
    idpEntityId: company.idpEntityId,
    nowMs: clock.nowMs(),
  };
  const saml = samlOf(expected, company, await keyOf(db, tx, company.tenantId));
  const { id, inResponseTo, expiresMs, nameId, nameIdFormat, sessionIndex, attributes } = await readAnswer(
    saml,
    encoded,
    expected,
  );
  if (!(await isFirst(tx, company.tenantId, id, expiresMs, clock.nowMs()))) refused('replay');
  const begun = (await takeRequest(tx, company.tenantId, inResponseTo, clock.nowMs())) ?? refused('unsolicited');
  return { begun, claims: { nameId, nameIdFormat, sessionIndex, attributes } };
}

/** Takes the company's word once: what was begun is spent before the provider is asked anything. */
export async function takeOpenIdAnswer(
  world: AnswerWorld & Pick<World, 'outside'>,
  company: Company,
  state: string,
  query: string,
): Promise<Taken> {
  const { db, clock, publicUrl } = world;
  const { tenantId, idpEntityId, clientId, clientSecret } = company;
  const begun = await db.everyTenant('nobody is signed in yet', (tx) =>
    takeRequest(tx, tenantId, state, clock.nowMs()),
  );
  if (!begun?.tie || clientSecret === null) return refused('unsolicited');
  if (!begun.isTrial && !company.enabled) throw new Failure('ssoUnknownDomain');
  const address = new URL(`${addressesOf(publicUrl, company.companyDomain).redirectUrl}?${query}`);
  const opened = openKey(db.keys, tenantId, clientSecret, 'client secret');
  const client = { idpEntityId, clientId, clientSecret: opened };
  return { begun, claims: await readOpenIdAnswer(world, client, { address, state, tie: begun.tie }) };
}
