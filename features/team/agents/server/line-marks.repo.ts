import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { LineCheckState } from '#shared/codes/line-check-state.ts';
import type { LineMark } from '../core/line-check-state.ts';

/** What agents' tests of their lines showed last. */
export function lineMarksRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  const write = (userId: number, marks: readonly { lineId: number; state: LineCheckState }[]) =>
    sql`insert into agent_line_mark as k (user_id, line_id, state)
      select ${userId}, m."lineId", m.state from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) as m ("lineId" int, state smallint)
      on conflict (tenant_id, user_id, line_id) do update set state = excluded.state, marked_at = now()`.execute(rows);
  return {
    /** One line at a time is tested: the one before is not any more. */
    async begin(userId: number, lineId: number): Promise<void> {
      await sql`update agent_line_mark set state = ${LineCheckState.waiting}, marked_at = now() where user_id = ${userId} and state = ${LineCheckState.checking}`.execute(
        rows,
      );
      await write(userId, [{ lineId, state: LineCheckState.checking }]);
    },
    /** The test is over: no line is under test any more, and these were reached or not. */
    async end(userId: number, results: readonly { lineId: number; isReached: boolean }[]): Promise<void> {
      await sql`delete from agent_line_mark where user_id = ${userId} and state = ${LineCheckState.checking}`.execute(
        rows,
      );
      await write(
        userId,
        results.map(({ lineId, isReached }) => ({
          lineId,
          state: isReached ? LineCheckState.waiting : LineCheckState.connectError,
        })),
      );
    },
    async of(userId: number): Promise<Map<number, LineMark>> {
      const found = await sql<{ line_id: number; state: LineCheckState; at_ms: number }>`
        select line_id, state, (extract(epoch from marked_at) * 1000)::float8 at_ms from agent_line_mark where user_id = ${userId}`.execute(
        rows,
      );
      return new Map(found.rows.map(({ line_id: id, state, at_ms: atMs }) => [id, { state, atMs }]));
    },
  };
}
