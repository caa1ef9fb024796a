import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { hashToken } from '#platform/server/sessions/sessions.ts';
import { Failure } from '#shared/errors.ts';
import { MEMBER_JOINED, type accountApi, type MemberJoined } from '../contract.ts';
import { refuseWithoutCompany } from './company-sign-in.ts';
import { writeEntry } from './entry.ts';
import { knownMark } from './known-devices.ts';
import { refuseWeak } from './password-rules.ts';
import { addMember, createPerson } from './people.ts';
import { letIn } from './second-step.ts';
import { accountOf, provePassword, refuseReplaced, type SignInWorld } from './sign-in.ts';

interface InvitationRow {
  id: number;
  tenant_id: number;
  tenant_name: string;
  email: string;
  role_ids: number[];
  text_seat: boolean;
  voice_seat: boolean;
  invited_by: string;
  makes_owner: boolean;
}

type InvitationHandlers = Pick<Handlers<typeof accountApi>, 'invitation' | 'acceptInvitation'>;

/** Joining a tenant. Inviting and withdrawing are the business of `team/access`, through `invitations.repo.ts`. */
export function invitationHandlers(world: SignInWorld): InvitationHandlers {
  const { db, demo, clock, passwords, guard } = world;
  return {
    invitation: (_visitor, { invitation: token }) =>
      db.everyTenant('an invitation alone does not tell the tenant', async (tx) => {
        const found = await openInvitation(tx, clock.nowMs(), token);
        return {
          email: found.email,
          tenantName: found.tenant_name,
          invitedBy: found.invited_by,
          hasAccount: (await accountOf(tx, found.email, demo)) !== null,
        };
      }),

    async acceptInvitation(
      { origin, language },
      { invitation: token, name, password, deviceUniqueIdentification: deviceId, deviceMark: mark },
    ) {
      const { email, account, who, team } = await db.everyTenant(
        'an invitation alone does not tell the tenant',
        async (tx) => {
          const found = await openInvitation(tx, clock.nowMs(), token);
          const account = await accountOf(tx, found.email, demo);
          const device = await knownMark(tx, account?.id ?? null, mark);
          const who = { account: found.email.toLowerCase(), address: origin.address, device };
          await guard.look(tx, who);
          return { email: who.account, account, who, team: found.tenant_name };
        },
      );
      // The invitation itself stands for the captcha: guesses are counted, and locked in the end.
      if (account) await provePassword(world, { who, password, account, origin, solvedCaptcha: true });
      else refuseWeak(password, email, [name, team]);
      const passwordHash = account ? '' : await passwords.hash(password);
      return db.everyTenant('joins a tenant', async (tx) => {
        const {
          id,
          tenant_id: tenantId,
          role_ids: roleIds,
          text_seat: textSeat,
          voice_seat: voiceSeat,
          makes_owner: isOwner,
        } = await openInvitation(tx, clock.nowMs(), token);
        if (account) await refuseReplaced(tx, account);
        await sql`update invitation set accepted_at = ${new Date(clock.nowMs())} where id = ${id}`.execute(tx.as());
        const userId = account?.id ?? (await createPerson(tx, { email, passwordHash, language }));
        await addMember(tx, { tenantId, userId, nickName: name, isOwner, textSeat, voiceSeat, roleIds });
        await refuseDisabled(tx, tenantId, userId);
        await refuseWithoutCompany(tx, { tenantId, userId });
        await writeEntry(tx, 'acceptInvitation', { tenantId, userId }, origin);
        await tx.announce(MEMBER_JOINED, { tenantId, userId, invitationId: id } satisfies MemberJoined);
        return letIn(world, tx, { userId, tenantId }, origin, { deviceId, mark });
      });
    },
  };
}

/** Holds the invitation until the transaction ends: it can be accepted once, or withdrawn, not both. */
async function openInvitation(tx: Tx, nowMs: number, token: string): Promise<InvitationRow> {
  const { rows } = await sql<InvitationRow>`
    select i.id, i.tenant_id, t.name tenant_name, i.email, i.role_ids, i.text_seat, i.voice_seat, i.invited_by, i.makes_owner from invitation i join tenant t on t.id = i.tenant_id and t.state = 'active'
    where i.token_hash = ${hashToken(token)} and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > ${new Date(nowMs)} for update of i`.execute(
    tx.as(),
  );
  if (!rows[0]) throw new Failure('invitationInvalid');
  return rows[0];
}

/** An old invitation does not let somebody back in who was shut out since. */
async function refuseDisabled(tx: Tx, tenantId: number, userId: number): Promise<void> {
  const { rows } =
    await sql`select 1 from member where tenant_id = ${tenantId} and user_id = ${userId} and enabled`.execute(tx.as());
  if (rows.length === 0) throw new Failure('accountDisabled');
}
