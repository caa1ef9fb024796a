import type { Tx } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { readAnswer, type CompanyClaims } from './assertion.ts';
import { decryptionKeysOf } from './decryption-keys.ts';
import { challengeOf, isFirst, newVerifier, takeRequest, type Begun } from './messages.repo.ts';
import { readOpenIdAnswer } from './openid.ts';
import { refused } from './refusal.ts';
import { openKey } from './sealed-keys.ts';
import { addressesOf, keyOf, samlOf } from './service-provider.ts';
import type { Company } from './sso.repo.ts';

type AnswerWorld = Pick<World, 'clock' | 'db' | 'publicUrl'>;

/** The sign-in that is answered, and what the company says about the person. */
interface Taken {
  begun: Begun;
  claims: CompanyClaims;
  /** What the tab has to show with the code where it did not begin; null: it made one itself. */
  verifier: string | null;
}

/** Takes the company's word once: the assertion itself, and the request it answers if it does, are spent. */
export async function takeSamlAnswer(
  { db, clock, publicUrl }: AnswerWorld,
  tx: Tx,
  company: Company,
  encoded: string,
): Promise<Taken> {
  const { tenantId, idpEntityId, certificates, encryptedOnly } = company;
  const nowMs = clock.nowMs();
  const addresses = addressesOf(publicUrl, company.companyDomain);
  const decryptionKeys = (await decryptionKeysOf(db, tx, tenantId, nowMs)).map(({ key }) => key);
  const { id, inResponseTo, expiresMs, ...claims } = await readAnswer(
    samlOf(addresses, company, await keyOf(db, tx, tenantId)),
    encoded,
    { ...addresses, idpEntityId, certificates, nowMs, decryptionKeys, encryptedOnly },
  );
  if (inResponseTo === null && !company.fromProvider) refused('unsolicited');
  if (!(await isFirst(tx, tenantId, id, expiresMs))) refused('replay');
  if (inResponseTo !== null) {
    const begun = (await takeRequest(tx, tenantId, inResponseTo, nowMs)) ?? refused('unsolicited');
    return { begun, claims, verifier: null };
  }
  const verifier = newVerifier();
  return { begun: { tenantId, challenge: challengeOf(verifier), isTrial: false }, claims, verifier };
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
  const claims = await readOpenIdAnswer(world, client, { address, state, tie: begun.tie });
  return { begun, claims, verifier: null };
}
