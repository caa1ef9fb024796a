import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { kept, type Db } from '../db/db.ts';
import { textOnce } from '../db/text-once.ts';
import type { Identity } from '../http/caller.ts';
import { openIdentity, selectIdentity, type IdentityRow } from './identity-row.ts';
import { hashToken, type SessionRules, type Sessions } from './sessions.ts';

const TICKET_SEC = 30;

/** No ticket for a socket has such a purpose: what is good once must not be good many times. */
const passFor = (path: string): string => `pass ${path}`;

/** What a session hands out to others in its place: tickets for one use, passes for many. */
export function ticketsOf(
  db: Db,
  { demo, longestDays }: Required<Pick<SessionRules, 'demo' | 'longestDays'>>,
): Pick<Sessions, 'issueTicket' | 'issuePass' | 'honourPass' | 'redeemTicket' | 'ticketTenant'> {
  async function issue(sessionId: number, purpose: string, forSec: number): Promise<string> {
    const ticket = randomBytes(24).toString('base64url');
    await db.everyTenant('sessions belong to people', (tx) =>
      sql`${kept}
        with over as (delete from ticket where session_id = ${sessionId} and expires_at <= now())
        insert into ticket (hash, session_id, purpose, expires_at) values (${hashToken(ticket)}, ${sessionId}, ${purpose}, now() + ${forSec} * interval '1 s')`.execute(
        tx.as(),
      ),
    );
    return ticket;
  }

  /** Each of ten thousand pages that come back has four of them: its text is made once, and parsed once per connection. */
  const redeeming = textOnce(
    (hash: Buffer, purpose: string) => sql<IdentityRow>`${kept}
      with used as (delete from ticket where hash = ${hash} and purpose = ${purpose} and expires_at > now() returning session_id)
      ${selectIdentity(longestDays, sql`s.id = (select session_id from used)`)}`,
  );

  return {
    issueTicket: (sessionId, purpose) => issue(sessionId, purpose, TICKET_SEC),
    issuePass: (sessionId, path, forSec) => issue(sessionId, passFor(path), forSec),

    async honourPass(pass, path): Promise<Identity | null> {
      const { rows } = await db.everyTenant('a pass alone does not tell the tenant', (tx) =>
        sql<IdentityRow>`${selectIdentity(longestDays, sql`s.id = (select session_id from ticket where hash = ${hashToken(pass)} and purpose = ${passFor(path)} and expires_at > now())`)}`.execute(
          tx.as(),
        ),
      );
      return openIdentity(rows, demo);
    },

    async ticketTenant(ticket, purpose) {
      const { rows } = await db.everyTenant('a ticket alone does not tell the tenant', (tx) =>
        sql<{ tenant_id: number }>`${kept}
          select s.tenant_id from ticket t join session s on s.id = t.session_id
          where t.hash = ${hashToken(ticket)} and t.purpose = ${purpose} and t.expires_at > now()`.execute(tx.as()),
      );
      return rows[0]?.tenant_id ?? null;
    },

    async redeemTicket(ticket, purpose): Promise<Identity | null> {
      const { rows } = await db.everyTenant('a ticket alone does not tell the tenant', (tx) =>
        redeeming(hashToken(ticket), purpose).execute(tx.as()),
      );
      return openIdentity(rows, demo);
    },
  };
}
