import { sql } from 'kysely';
import type { Clock } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db/db.ts';
import { hiddenFromMember } from '#platform/server/number-protection.ts';
import type { MaskedPeople } from './masked-people.ts';

const KEPT_MS = 60_000;

interface Known {
  hidden: boolean;
  untilMs: number;
}

/** From whom numbers are hidden; looked up once a minute at most, and when roles changed. Whoever cannot be looked up sees none. */
export function openMaskedPeople(db: Db, clock: Clock): MaskedPeople {
  let known = new Map<string, Known>();
  const asked = new Map<string, Promise<boolean>>();

  async function lookUp(tenantId: number, userId: number, memory: Map<string, Known>): Promise<boolean> {
    const [rows] = await db.read({ tenantId }, [
      sql<{ hidden: boolean }>`select ${hiddenFromMember} hidden from member m where m.user_id = ${userId}`,
    ]);
    const hidden = rows[0]?.hidden ?? false;
    // What is read while roles change is kept by nobody.
    memory.set(`${tenantId}.${userId}`, { hidden, untilMs: clock.nowMs() + KEPT_MS });
    return hidden;
  }

  return {
    forget() {
      known = new Map();
      asked.clear();
    },
    async needsMasking(tenantId, userId) {
      const key = `${tenantId}.${userId}`;
      const found = known.get(key);
      if (found && found.untilMs > clock.nowMs()) return found.hidden;
      // Ringing and pages ask at the same moment.
      let answer = asked.get(key);
      if (!answer) {
        answer = lookUp(tenantId, userId, known);
        asked.set(key, answer);
        const over = (): void => void (asked.get(key) === answer && asked.delete(key));
        answer.then(over, over);
      }
      return answer.catch(() => found?.hidden ?? true);
    },
  };
}
