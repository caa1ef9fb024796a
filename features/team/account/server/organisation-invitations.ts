import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import { hashToken } from '#platform/server/sessions/sessions.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { languageFor } from '#shared/languages.ts';
import type { accountApi } from '../contract.ts';
import { newToken } from './secret.ts';

const LIFE_DAYS = 7;

/** Owners bring other companies, where organisations are opened by invitation. */
export function organisationInvitationHandlers({
  db,
  registration,
}: Pick<World, 'db' | 'registration'>): Pick<Handlers<typeof accountApi>, 'inviteOrganisation'> {
  return {
    async inviteOrganisation(caller, { email }) {
      if (!caller.isOwner) throw new Failure('notAllowed');
      if (registration !== 'invitation') throw new Failure('conflict');
      caller.operation.note(email);
      await db.everyTenant('the other organisation does not exist yet', async (tx) => {
        const { rows } = await sql<{ id: number }>`
          insert into organisation_invitation (email, invited_by, language, expires_at)
          values (${email}, ${caller.name}, ${caller.language}, now() + ${LIFE_DAYS} * interval '1 day') returning id`.execute(
          tx.as(),
        );
        await tx.enqueue('account.inviteOrganisation', { id: rows[0]!.id });
      });
      return null;
    },
  };
}

/** Makes the link when the letter is written, so that the database never holds it in clear. */
export const organisationInvitationJob = ({
  db,
  mail,
  texts,
  publicUrl,
}: Pick<World, 'db' | 'mail' | 'texts' | 'publicUrl'>): Job => ({
  task: 'account.inviteOrganisation',
  async run({ id }: { id: number }) {
    const token = newToken();
    const { rows } = await db.everyTenant('the other organisation does not exist yet', (tx) =>
      sql<{ email: string; invited_by: string; language: string }>`
        update organisation_invitation set token_hash = ${hashToken(token)} where id = ${id} and expires_at > now()
        returning email, invited_by, language`.execute(tx.as()),
    );
    if (!rows[0]) return;
    const { email, invited_by: person, language } = rows[0];
    const url = `${publicUrl.replace(/\/$/, '')}/register?invitation=${token}`;
    const say = (key: string) =>
      texts.say(languageFor([language]), `account.mail.organisationInvitation.${key}`, {
        person,
        url,
        days: LIFE_DAYS,
      });
    await mail.send({ to: email, subject: say('subject'), text: say('text') });
  },
});

/** Throws unless this address may open an organisation here. */
export async function refuseUninvited(
  tx: Tx,
  registration: World['registration'],
  email: string,
  invitation: string | undefined,
): Promise<void> {
  if (registration === 'open') return;
  if (registration === 'closed') throw new Failure('registrationClosed');
  const { rows } = await sql`
    select 1 from organisation_invitation where token_hash = ${hashToken(invitation ?? '')} and email = ${email} and expires_at > now()`.execute(
    tx.as(),
  );
  if (rows.length === 0) throw new Failure('registrationByInvitation');
}

/** Invitations to an address that has its organisation now. */
export async function spendOrganisationInvitations(tx: Tx, email: string): Promise<void> {
  await sql`delete from organisation_invitation where email = ${email}`.execute(tx.as());
}
