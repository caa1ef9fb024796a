import { randomBytes } from 'node:crypto';
import { INVITATION_DAYS, invitationsRepo } from '#features/team/account/server/index.ts';
import type { TenantTx, Tx } from '#platform/server/db/db.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import type { accessApi, InvitationWish, Role } from '../contract.ts';
import { givable } from './member-roles.ts';
import { lockSeats, refuseBeyondSeats } from './seat-limits.ts';

type InvitationCalls =
  | 'invite'
  | 'invitations'
  | 'invitationLink'
  | 'invitationWays'
  | 'resendInvitation'
  | 'withdrawInvitation';

const MAIL_TASK = 'access.mailInvitation';

interface MailRequest {
  tenantId: number;
  id: number;
  /** Of whoever invites: nothing is known yet about the person invited. */
  language: Language;
}

/** Writes the letter of an invitation once the transaction has committed. */
export const mailInvitation = (tx: Tx, { tenantId, language }: Omit<MailRequest, 'id'>, id: number): Promise<void> =>
  tx.enqueue(MAIL_TASK, { tenantId, id, language } satisfies MailRequest, { key: `${MAIL_TASK}:${id}` });

/** Asks somebody to join as what the caller may make of them; an open invitation to the same address is replaced. */
export async function inviteMember(
  tx: TenantTx,
  caller: Caller,
  wish: InvitationWish,
  { byMail = true }: { byMail?: boolean } = {},
): Promise<{ id: number; roles: Role[] }> {
  await lockSeats(tx);
  const roles = await givable(tx, caller, wish.roleIds);
  const invitations = invitationsRepo(tx);
  if (await invitations.isMember(wish.email)) throw new Failure('alreadyMember');
  const id = await invitations.add(wish, caller.name);
  await refuseBeyondSeats(tx, wish);
  if (byMail) await mailInvitation(tx, caller, id);
  return { id, roles };
}

/** People asked to join, and not here yet. */
export function invitationHandlers({
  db,
  demo,
  isPublicUrlGuessed,
  outbox,
  publicUrl,
}: Pick<World, 'db' | 'demo' | 'isPublicUrlGuessed' | 'outbox' | 'publicUrl'>): Handlers<
  Pick<typeof accessApi, InvitationCalls>
> {
  /** A link for whoever invites; where nobody said what this installation is called, by the name they know it by. */
  async function linkOf(tx: TenantTx, { origin }: Caller, id: number): Promise<string> {
    await invitationsRepo(tx).renew(id, { byLink: true });
    const token = newInvitationToken();
    if (!(await invitationsRepo(tx).setToken(id, token, { byLink: true }))) throw new Failure('notFound');
    return linkWith((isPublicUrlGuessed && origin.site) || publicUrl, token);
  }

  return {
    invitationWays: async () => ({ mail: outbox === null || demo }),

    invite: (caller, { by, ...wish }) =>
      db.tenant(caller, async (tx) => {
        const { id, roles } = await inviteMember(tx, caller, wish, { byMail: by !== 'link' });
        const link = by === 'link' ? await linkOf(tx, caller, id) : null;
        caller.operation.note(wish.email, {
          after: { roles: roles.map((role) => role.name), textSeat: wish.textSeat, voiceSeat: wish.voiceSeat, by },
        });
        return { id, link };
      }),

    invitations: (caller) => db.tenant(caller, (tx) => invitationsRepo(tx).listOpen()),

    invitationLink: (caller, { id }) =>
      db.tenant(caller, async (tx) => {
        const { email } = await renewable(tx, caller, id);
        caller.operation.note(email);
        return { link: await linkOf(tx, caller, id) };
      }),

    async resendInvitation(caller, { id }) {
      await db.tenant(caller, async (tx) => {
        const { email } = await renewable(tx, caller, id);
        await mailInvitation(tx, caller, id);
        caller.operation.note(email);
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

/** An open invitation that lasts anew: the caller may give its roles, and the seats it promises are still there. */
async function renewable(tx: TenantTx, caller: Caller, id: number): Promise<{ email: string }> {
  await lockSeats(tx);
  const invitation = await invitationsRepo(tx).findOpen(id);
  if (!invitation) throw new Failure('notFound');
  await givable(tx, caller, invitation.roleIds);
  await invitationsRepo(tx).renew(id);
  if (invitation.expired) await refuseBeyondSeats(tx, invitation);
  return invitation;
}

const newInvitationToken = (): string => randomBytes(32).toString('base64url');
const linkWith = (url: string, token: string): string => `${url.replace(/\/$/, '')}/invitation/${token}`;

/** Writes the letter. The link exists in the letter alone: the database keeps its hash, and a retry makes another, unless one was shown meanwhile. */
export function mailInvitationJob({
  db,
  mail,
  texts,
  publicUrl,
}: Pick<World, 'db' | 'mail' | 'texts' | 'publicUrl'>): Job {
  return {
    task: MAIL_TASK,
    async run({ tenantId, id, language }: MailRequest) {
      const token = newInvitationToken();
      const letter = await db.tenant({ tenantId }, (tx) => invitationsRepo(tx).setToken(id, token));
      if (!letter) return;
      const values = {
        name: letter.invitedBy,
        team: letter.tenantName,
        link: linkWith(publicUrl, token),
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
