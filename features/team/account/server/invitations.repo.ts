import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { hashToken } from '#platform/server/sessions/sessions.ts';

export const INVITATION_DAYS = 7;

/** Whom to invite, as what. */
interface InvitationWish {
  email: string;
  roleIds: number[];
  textSeat: boolean;
  voiceSeat: boolean;
}

/** One not answered yet. */
export interface PendingInvitation {
  id: number;
  email: string;
  invitedBy: string;
  createdAt: string;
  expiresAt: string;
  expired: boolean;
  roleNames: string[];
}

/** A letter to write: to whom, in whose name, to join what. */
export interface InvitationLetter {
  email: string;
  invitedBy: string;
  tenantName: string;
}

const open = sql`accepted_at is null and withdrawn_at is null`;
const until = sql`now() + ${INVITATION_DAYS} * interval '1 day'`;

/** The seats open invitations promise: a subquery with `text_seat` and `voice_seat`. */
export const promisedSeats = sql`select text_seat, voice_seat from invitation where ${open} and expires_at > now()`;

/** Invitations of a tenant, for whoever manages its members; answering them is in `invitations.ts`. */
export function invitationsRepo(tx: TenantTx) {
  const db = tx.as<never>();
  return {
    async isMember(email: string): Promise<boolean> {
      const { rows } = await sql`select 1 from member_account where lower(email) = ${email}`.execute(db);
      return rows.length > 0;
    },

    async add({ email, roleIds, textSeat, voiceSeat }: InvitationWish, invitedBy: string): Promise<number> {
      await sql`update invitation set withdrawn_at = now() where email = ${email} and ${open}`.execute(db);
      // The link is made when the letter is written; until then nobody can know it.
      const { rows } = await sql<{ id: number }>`
        insert into invitation (email, role_ids, text_seat, voice_seat, invited_by, token_hash, expires_at)
        values (${email}, ${roleIds}, ${textSeat}, ${voiceSeat}, ${invitedBy}, ${randomBytes(32)}, ${until}) returning id`.execute(
        db,
      );
      return rows[0]!.id;
    },

    async listOpen(): Promise<PendingInvitation[]> {
      const { rows } = await sql<PendingInvitation>`
        select i.id, i.email, i.invited_by "invitedBy", i.created_at "createdAt", i.expires_at "expiresAt", i.expires_at <= now() expired,
          array(select r.name from role r where r.id = any(i.role_ids) order by r.system_id desc) "roleNames"
        from invitation i where ${open} order by i.created_at desc, i.id desc limit 200`.execute(db);
      return rows;
    },

    async findOpen(id: number): Promise<(InvitationWish & { expired: boolean }) | null> {
      const { rows } = await sql<InvitationWish & { expired: boolean }>`
        select email, to_jsonb(role_ids) "roleIds", text_seat "textSeat", voice_seat "voiceSeat", expires_at <= now() expired
        from invitation where id = ${id} and ${open} for update`.execute(db);
      return rows[0] ?? null;
    },

    /** It lasts anew, and goes by mail unless said. */
    async renew(id: number, { byLink = false }: { byLink?: boolean } = {}): Promise<void> {
      await sql`update invitation set expires_at = ${until}, by_link = ${byLink} where id = ${id}`.execute(db);
    },

    /** The address it went to; null when there was nothing left to take back. */
    async withdraw(id: number): Promise<string | null> {
      const { rows } = await sql<{
        email: string;
      }>`update invitation set withdrawn_at = now() where id = ${id} and ${open} returning email`.execute(db);
      return rows[0]?.email ?? null;
    },

    /** Gives the invitation a new link; null when it is no longer open, or goes the other way by now. */
    async setToken(
      id: number,
      token: string,
      { byLink = false }: { byLink?: boolean } = {},
    ): Promise<InvitationLetter | null> {
      const { rows } = await sql<InvitationLetter>`
        update invitation i set token_hash = ${hashToken(token)} from tenant t
        where t.id = i.tenant_id and i.id = ${id} and ${open} and i.expires_at > now() and i.by_link = ${byLink}
        returning i.email, i.invited_by "invitedBy", t.name "tenantName"`.execute(db);
      return rows[0] ?? null;
    },

    /** Whether somebody may still come in by the role. */
    async promises(roleId: number): Promise<boolean> {
      const { rows } = await sql`select 1 from invitation where ${roleId} = any(role_ids) and ${open} limit 1`.execute(
        db,
      );
      return rows.length > 0;
    },
  };
}
