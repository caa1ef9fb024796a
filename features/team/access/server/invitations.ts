import { randomBytes } from 'node:crypto';
import { INVITATION_DAYS, invitationsRepo } from '#features/team/account/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import type { accessApi, InvitationWish, Role } from '../contract.ts';
import { givable } from './member-roles.ts';
import { lockSeats, refuseBeyondSeats } from './seat-limits.ts';

type InvitationCalls = 'invite' | 'invitations' | 'resendInvitation' | 'withdrawInvitation';

const MAIL_TASK = 'access.mailInvitation';

interface MailRequest {
  tenantId: number;
  id: number;
  /** Of whoever invites: nothing is known yet about the person invited. */
  language: Language;
}

const mail = (tx: TenantTx, { tenantId, language }: Caller, id: number): Promise<void> =>
  tx.enqueue(MAIL_TASK, { tenantId, id, language } satisfies MailRequest, { key: `${MAIL_TASK}:${id}` });

/** Asks somebody to join as what the caller may make of them; an open invitation to the same address is replaced. */
export async function inviteMember(
  tx: TenantTx,
  caller: Caller,
  wish: InvitationWish,
): Promise<{ id: number; roles: Role[] }> {
  await lockSeats(tx);
  const roles = await givable(tx, caller, wish.roleIds);
  const invitations = invitationsRepo(tx);
  if (await invitations.isMember(wish.email)) throw new Failure('alreadyMember');
  const id = await invitations.add(wish, caller.name);
  await refuseBeyondSeats(tx, wish);
  await mail(tx, caller, id);
  return { id, roles };
}

/** People asked to join, and not here yet. */
export function invitationHandlers({ db }: Pick<World, 'db'>): Handlers<Pick<typeof accessApi, InvitationCalls>> {
  return {
    invite: (caller, wish) =>
      db.tenant(caller, async (tx) => {
        const { id, roles } = await inviteMember(tx, caller, wish);
        caller.operation.note(wish.email, {
          after: { roles: roles.map((role) => role.name), textSeat: wish.textSeat, voiceSeat: wish.voiceSeat },
        });
        return { id };
      }),

    invitations: (caller) => db.tenant(caller, (tx) => invitationsRepo(tx).listOpen()),

    async resendInvitation(caller, { id }) {
      await db.tenant(caller, async (tx) => {
        await lockSeats(tx);
        const invitation = await invitationsRepo(tx).findOpen(id);
        if (!invitation) throw new Failure('notFound');
        await givable(tx, caller, invitation.roleIds);
        await invitationsRepo(tx).renew(id);
        if (invitation.expired) await refuseBeyondSeats(tx, invitation);
        await mail(tx, caller, id);
        caller.operation.note(invitation.email);
      });
      return null;
    },

    async withdrawInvitation(caller, { id }) {
      await db.tenant(caller, async (tx) => {
        const email = await invitationsRepo(tx).withdraw(id);
        if (!email) throw new Failure('notFound');
        caller.operation.note(email);
      });
      return null;
    },
  };
}

/** Writes the letter. The link exists in the letter alone: the database keeps its hash, and a retry makes another. */
export function mailInvitationJob({
  db,
  mail,
  texts,
  publicUrl,
}: Pick<World, 'db' | 'mail' | 'texts' | 'publicUrl'>): Job {
  return {
    task: MAIL_TASK,
    async run({ tenantId, id, language }: MailRequest) {
      const token = randomBytes(32).toString('base64url');
      const letter = await db.tenant({ tenantId }, (tx) => invitationsRepo(tx).setToken(id, token));
      if (!letter) return;
      const values = {
        name: letter.invitedBy,
        team: letter.tenantName,
        link: `${publicUrl}/invitation/${token}`,
        days: INVITATION_DAYS,
      };
      await mail.send({
        to: letter.email,
        subject: texts.say(language, 'access.mail.subject', values),
        text: texts.say(language, 'access.mail.text', values),
      });
    },
  };
}
