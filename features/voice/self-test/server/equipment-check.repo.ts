import { sql } from 'kysely';
import type { EquipmentFacts, EquipmentVerdict } from '#core/equipment/equipment.ts';
import type { EquipmentPart } from '#shared/codes/equipment-part.ts';
import type { TenantTx } from '#platform/server/db/db.ts';

export interface CheckRow {
  id: number;
  at: string;
  user_id: number;
  user_name: string;
  facts: EquipmentFacts;
}

/** What is kept of one person. */
export const KEPT = 20;

const columns = sql`e.id, e.created_at at, e.user_id, m.nick_name user_name, e.facts`;
const failed = {
  any: sql`not (e.microphone_ok and e.speaker_ok and e.browser_ok and e.network_ok)`,
  microphone: sql`not e.microphone_ok`,
  speaker: sql`not e.speaker_ok`,
  browser: sql`not e.browser_ok`,
  network: sql`not e.network_ok`,
};

/** Checks of equipment. */
export function equipmentCheckRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    /** Keeps it as the newest of its person and lets the oldest go. */
    async add(userId: number, facts: EquipmentFacts, verdict: EquipmentVerdict): Promise<CheckRow> {
      // Two tabs at once: the second waits for the first.
      await sql`select 1 from member where user_id = ${userId} for update`.execute(rows);
      await sql`update equipment_check set is_latest = false where user_id = ${userId} and is_latest`.execute(rows);
      const added = await sql<CheckRow>`
        with e as (
          insert into equipment_check (user_id, facts, microphone_ok, speaker_ok, browser_ok, network_ok)
          values (${userId}, ${JSON.stringify(facts)}::jsonb, ${verdict.microphone.normal}, ${verdict.speaker.normal}, ${verdict.browser.normal}, ${verdict.network.normal}) returning *
        )
        select ${columns} from e join member m on m.user_id = e.user_id`.execute(rows);
      await sql`delete from equipment_check where user_id = ${userId} and id in (select id from equipment_check where user_id = ${userId} order by id desc offset ${KEPT})`.execute(
        rows,
      );
      return added.rows[0]!;
    },
    async page(
      abnormal: 'any' | EquipmentPart | undefined,
      { page, size }: { page: number; size: number },
    ): Promise<{ list: CheckRow[]; total: number }> {
      const where = sql`e.is_latest ${abnormal ? sql`and ${failed[abnormal]}` : sql``}`;
      const counted = await sql<{
        total: number;
      }>`select count(*)::int total from equipment_check e where ${where}`.execute(rows);
      const found =
        await sql<CheckRow>`select ${columns} from equipment_check e join member m on m.user_id = e.user_id where ${where} order by e.id desc limit ${size} offset ${(page - 1) * size}`.execute(
          rows,
        );
      return { list: found.rows, total: counted.rows[0]!.total };
    },
    async ofUser(userId: number): Promise<CheckRow[]> {
      const found =
        await sql<CheckRow>`select ${columns} from equipment_check e join member m on m.user_id = e.user_id where e.user_id = ${userId} order by e.id desc limit ${KEPT}`.execute(
          rows,
        );
      return found.rows;
    },
  };
}
