import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { hashToken } from '#platform/server/sessions/sessions.ts';
import type { World } from '#platform/server/world.ts';
import { languageFor } from '#shared/languages.ts';
import type { accountApi } from '../contract.ts';
import { spendCaptcha } from './captcha.ts';
import { refuseUnless, requestCode, requesterOf, RESEND_AFTER_SEC, tryCode } from './codes.ts';
import { writeEntry } from './entry.ts';
import { foundTenant, languageWished, zoneWished } from './founding.ts';
import { refuseUninvited, spendOrganisationInvitations } from './organisation-invitations.ts';
import { refuseWeak } from './password-rules.ts';
import { letIn } from './second-step.ts';
import { newToken } from './secret.ts';
import type { SignInWorld } from './sign-in.ts';

const LIFE_MS = 30 * 60_000;

interface Registration {
  code_id: number;
  email: string;
  company: string;
  name: string;
  password_hash: string;
  language: string;
  time_zone: string | null;
}

export type FoundingWorld = SignInWorld & Pick<World, 'catalogue' | 'registration' | 'texts'>;
type RegistrationHandlers = Pick<Handlers<typeof accountApi>, 'register' | 'registerVerification'>;

/** A known address goes the same way as an unknown one; only the mail it gets is another (see `codes.ts`, rule 1). */
export function registrationHandlers(world: FoundingWorld): RegistrationHandlers {
  const { db, clock, passwords, registration } = world;
  return {
    async register(visitor, { company, name, email, password, captchaId, invitation, ...wishes }) {
      await db.everyTenant('nobody is signed in yet', (tx) => refuseUninvited(tx, registration, email, invitation));
      refuseWeak(password, email, [name, company]);
      await db.everyTenant('nobody is signed in yet', (tx) => spendCaptcha(tx, clock.nowMs(), captchaId));
      const passwordHash = await passwords.hash(password);
      const registrationId = newToken();
      await db.everyTenant('the tenant does not exist yet', async (tx) => {
        const language = languageWished(wishes.lang, visitor);
        const codeId = await requestCode(tx, clock.nowMs(), {
          contact: email,
          purpose: 'register',
          language,
          by: requesterOf(visitor.origin),
        });
        await sql`
          insert into registration (id_hash, code_id, email, company, name, password_hash, language, time_zone, expires_at)
          values (${hashToken(registrationId)}, ${codeId}, ${email}, ${company}, ${name}, ${passwordHash}, ${language}, ${zoneWished(wishes.timeZone)}, ${new Date(clock.nowMs() + LIFE_MS)})`.execute(
          tx.as(),
        );
      });
      return { registrationId, resendAfterSec: RESEND_AFTER_SEC };
    },

    async registerVerification(
      { origin },
      { registrationId, code, deviceUniqueIdentification: deviceId, deviceMark: mark },
    ) {
      const answer = await db.everyTenant('a new tenant', async (tx) => {
        const found = await openRegistration(tx, clock.nowMs(), registrationId);
        const outcome = found ? await tryCode(tx, clock.nowMs(), found.code_id, code) : 'expired';
        // Not thrown in here: a try that failed has to be remembered.
        if (!found || outcome !== 'right') return { outcome, signedIn: null };
        await sql`delete from registration where id_hash = ${hashToken(registrationId)}`.execute(tx.as());
        const { email, company, name, password_hash: passwordHash, language, time_zone: timeZone } = found;
        const who = await foundTenant(world, tx, {
          email,
          company,
          name,
          passwordHash,
          language: languageFor([language]),
          timeZone,
        });
        await spendOrganisationInvitations(tx, email);
        await writeEntry(tx, 'register', who, origin);
        return { outcome, signedIn: await letIn(world, tx, who, origin, { deviceId, mark }) };
      });
      refuseUnless(answer.outcome);
      return answer.signedIn!;
    },
  };
}

async function openRegistration(tx: Tx, nowMs: number, registrationId: string): Promise<Registration | null> {
  const { rows } = await sql<Registration>`
    select code_id, email, company, name, password_hash, language, time_zone from registration
    where id_hash = ${hashToken(registrationId)} and expires_at > ${new Date(nowMs)}`.execute(tx.as());
  return rows[0] ?? null;
}
