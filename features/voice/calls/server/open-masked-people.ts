import { sql } from 'kysely';
import type { Clock } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db/db.ts';
import { hiddenFromMember } from '#platform/server/number-protection.ts';
import type { MaskedPeople } from './masked-people.ts';

const KEPT_MS = 60_000;

/** From whom numbers are hidden; looked up once a minute at most, and when roles changed. Whoever cannot be looked up sees none. */
export function openMaskedPeople(db: Db, clock: Clock): MaskedPeople {
  let known = new Map<string, { hidden: boolean; untilMs: number }>();
  return {
    forget: () => void (known = new Map()),
    async needsMasking(tenantId, userId) {
      const key = `${tenantId}.${userId}`;
      // What is read while roles change is kept by nobody.
      const memory = known;
      const found = memory.get(key);
      if (found && found.untilMs > clock.nowMs()) return found.hidden;
      try {
        const { rows } = await db.tenant({ tenantId }, (tx) =>
          sql<{
            hidden: boolean;
          }>`select ${hiddenFromMember} hidden from member m where m.user_id = ${userId}`.execute(tx.as()),
        );
        const hidden = rows[0]?.hidden ?? false;
        memory.set(key, { hidden, untilMs: clock.nowMs() + KEPT_MS });
        return hidden;
      } catch {
        return found?.hidden ?? true;
      }
    },
  };
}
