import { sql } from 'kysely';
import { countryOf } from '#core/call/number-country.ts';
import type { Tx } from '#platform/server/db/db.ts';
import type { Visitor } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { hashToken } from '#platform/server/sessions/sessions.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { accountApi, CodePurpose } from '../contract.ts';
import { spendCaptcha } from './captcha.ts';
import {
  isPhone,
  newestCode,
  refuseUnless,
  requestCode,
  requesterOf,
  RESEND_AFTER_SEC,
  tryCode,
  type Requester,
} from './codes.ts';
import { knownMark } from './known-devices.ts';
import type { PhoneCodes } from './phone-codes.ts';
import { newToken } from './secret.ts';

const PROOF_LIFE_MS = 10 * 60_000;

type ProofHandlers = Pick<Handlers<typeof accountApi>, 'sendCode' | 'contactVerification'>;

type ProofWorld = Pick<World, 'db' | 'clock' | 'sessions'> & { phoneCodes: PhoneCodes };

/** From a contact to a proof that it is in the hands of whoever asks. */
export function proofHandlers({ db, clock, sessions, phoneCodes }: ProofWorld): ProofHandlers {
  /** A new contact is somebody's who is signed in; only a forgotten password is nobody's yet. */
  async function requester(
    visitor: Visitor,
    purpose: CodePurpose,
    deviceId?: string,
  ): Promise<Requester & { tenantId: number | null }> {
    const by = requesterOf(visitor.origin, deviceId);
    if (purpose === 'resetPassword') return { ...by, tenantId: null };
    const identity = visitor.token ? await sessions.identify(visitor.token, { address: visitor.origin.address }) : null;
    if (!identity) throw new Failure('signedOut');
    return { ...by, userId: identity.userId, tenantId: identity.tenantId };
  }

  return {
    async sendCode(visitor, { contact, purpose, captchaId, deviceUniqueIdentification: deviceId, deviceMark }) {
      if (!fits(contact, purpose)) throw new Failure('invalidInput');
      const by = await requester(visitor, purpose, deviceId);
      if (isPhone(contact)) {
        const country = countryOf(contact.slice(1));
        if (country === null || !(await phoneCodes.reach(country, by.tenantId))) throw new Failure('codeCountryClosed');
      }
      await db.everyTenant('nobody is signed in yet', (tx) => spendCaptcha(tx, clock.nowMs(), captchaId));
      await db.everyTenant('a contact belongs to no tenant', async (tx) => {
        const isKnown = by.userId !== null || (await knownMark(tx, await holderOf(tx, contact), deviceMark)) !== null;
        const { language } = visitor;
        await requestCode(tx, clock.nowMs(), { contact, purpose, language, by: { ...by, isKnown } });
      });
      return { resendAfterSec: RESEND_AFTER_SEC };
    },

    async contactVerification(visitor, { contact, purpose, code, deviceUniqueIdentification: deviceId }) {
      const by = await requester(visitor, purpose, deviceId);
      const proof = newToken();
      const outcome = await db.everyTenant('a contact belongs to no tenant', async (tx) => {
        const id = await newestCode(tx, contact, purpose, by);
        const tried = id === null ? 'expired' : await tryCode(tx, clock.nowMs(), id, code);
        if (tried === 'right') {
          await sql`insert into contact_proof (hash, contact, purpose, expires_at)
            values (${hashToken(proof)}, ${contact}, ${purpose}, ${new Date(clock.nowMs() + PROOF_LIFE_MS)})`.execute(
            tx.as(),
          );
        }
        return tried;
      });
      refuseUnless(outcome);
      return { proof };
    },
  };
}

/** Who is reached by a contact. */
async function holderOf(tx: Tx, contact: string): Promise<number | null> {
  const { rows } = await sql<{
    id: number;
  }>`select id from user_account where lower(email) = ${contact} or phone = ${contact}`.execute(tx.as());
  return rows[0]?.id ?? null;
}

function fits(contact: string, purpose: CodePurpose): boolean {
  if (purpose === 'resetPassword') return true;
  return isPhone(contact) === (purpose === 'bindPhone');
}

/** The contact a proof was given for; the proof stays good. Throws `proofInvalid`. */
export async function readProof(tx: Tx, nowMs: number, proof: string, purpose: CodePurpose): Promise<string> {
  const { rows } = await sql<{ contact: string }>`
    select contact from contact_proof where hash = ${hashToken(proof)} and purpose = ${purpose} and expires_at > ${new Date(nowMs)}`.execute(
    tx.as(),
  );
  if (!rows[0]) throw new Failure('proofInvalid');
  return rows[0].contact;
}

/** The same, and the proof is used up if the transaction commits. */
export async function spendProof(tx: Tx, nowMs: number, proof: string, purpose: CodePurpose): Promise<string> {
  const contact = await readProof(tx, nowMs, proof, purpose);
  const { rows } = await sql`delete from contact_proof where hash = ${hashToken(proof)} returning 1`.execute(tx.as());
  if (rows.length === 0) throw new Failure('proofInvalid');
  return contact;
}
