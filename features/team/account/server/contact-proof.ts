import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { hashToken } from '#platform/server/sessions/sessions.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { accountApi, CodePurpose } from '../contract.ts';
import { spendCaptcha } from './captcha.ts';
import { isPhone, newestCode, refuseUnless, requestCode, RESEND_AFTER_SEC, tryCode } from './codes.ts';
import { newToken } from './secret.ts';

const PROOF_LIFE_MS = 10 * 60_000;

type ProofHandlers = Pick<Handlers<typeof accountApi>, 'sendCode' | 'contactVerification'>;

/** From a contact to a proof that it is in the hands of whoever asks. */
export function proofHandlers({ db, clock }: Pick<World, 'db' | 'clock'>): ProofHandlers {
  return {
    async sendCode({ language }, { contact, purpose, captchaId }) {
      if (!fits(contact, purpose)) throw new Failure('invalidInput');
      await db.everyTenant('nobody is signed in yet', (tx) => spendCaptcha(tx, clock.nowMs(), captchaId));
      await db.everyTenant('a contact belongs to no tenant', (tx) =>
        requestCode(tx, clock.nowMs(), { contact, purpose, language }),
      );
      return { resendAfterSec: RESEND_AFTER_SEC };
    },

    async contactVerification(_visitor, { contact, purpose, code }) {
      const proof = newToken();
      const outcome = await db.everyTenant('a contact belongs to no tenant', async (tx) => {
        const id = await newestCode(tx, contact, purpose);
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
