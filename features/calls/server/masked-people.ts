import { sql } from 'kysely';
import type { Clock } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db/db.ts';

const KEPT_MS = 60_000;

export interface MaskedPeople {
  needsMasking(tenantId: number, userId: number): Promise<boolean>;
}

/** From whom numbers are hidden; looked up once a minute at most. Whoever cannot be looked up sees none. */
export function openMaskedPeople(db: Db, clock: Clock): MaskedPeople {
  const known = new Map<string, { hidden: boolean; untilMs: number }>();
  return {
    async needsMasking(tenantId, userId) {
      const key = `${tenantId}.${userId}`;
      const found = known.get(key);
      if (found && found.untilMs > clock.nowMs()) return found.hidden;
      try {
        const { rows } = await db.tenant({ tenantId }, (tx) =>
          sql<{ hidden: boolean | null }>`select bool_or(r.need_desensitize) hidden from member_role mr join role r on r.id = mr.role_id where mr.user_id = ${userId}`.execute(tx.as()));
        const hidden = rows[0]?.hidden ?? false;
        known.set(key, { hidden, untilMs: clock.nowMs() + KEPT_MS });
        return hidden;
      } catch {
        return found?.hidden ?? true;
      }
    },
  };
}
