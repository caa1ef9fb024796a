import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { SimulatedTalk, Simulation, SimulationWish } from '../contract.ts';

const SIMULATIONS_KEPT = 50;
const SHOWN = 20;
const columns = sql`s.id "simulationId", s.flow_id "flowId", s.version, s.draft_version "draftVersion", s.wish, s.state, s.total, s.done, s.passed, coalesce(m.nick_name, '') "askedBy", s.started_at "startedAt", s.ended_at "endedAt"`;
const from = sql`flow_simulation s left join member m on m.user_id = s.asked_by`;

/** Made-up callers of one tenant, and what became of them. */
export function simulationsRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    async list(flowId: number): Promise<Simulation[]> {
      return (
        await sql<Simulation>`select ${columns} from ${from} where s.flow_id = ${flowId} order by s.id desc limit ${SHOWN}`.execute(
          rows,
        )
      ).rows;
    },
    async find(simulationId: number): Promise<(Simulation & { results: SimulatedTalk[] }) | null> {
      return (
        (
          await sql<
            Simulation & { results: SimulatedTalk[] }
          >`select ${columns}, s.results from ${from} where s.id = ${simulationId}`.execute(rows)
        ).rows[0] ?? null
      );
    },
    /** One that began long ago and did not end was lost. */
    isRunning: async (flowId: number) =>
      (
        await sql`select from flow_simulation where flow_id = ${flowId} and state = 'running' and started_at > now() - interval '2 hours'`.execute(
          rows,
        )
      ).rows.length > 0,
    async begin(
      flowId: number,
      against: { version: number | null; draftVersion: number | null },
      wish: SimulationWish,
      userId: number,
    ): Promise<number> {
      const { rows: made } = await sql<{ id: number }>`
        insert into flow_simulation (flow_id, version, draft_version, wish, total, asked_by) values (${flowId}, ${against.version}, ${against.draftVersion}, ${JSON.stringify(wish)}::jsonb, ${wish.runs}, ${userId}) returning id`.execute(
        rows,
      );
      await sql`delete from flow_simulation where flow_id = ${flowId} and id <= (select id from flow_simulation where flow_id = ${flowId} order by id desc offset ${SIMULATIONS_KEPT} limit 1)`.execute(
        rows,
      );
      return made[0]!.id;
    },
    /** False when it was cancelled meanwhile. */
    async add(simulationId: number, talk: SimulatedTalk): Promise<boolean> {
      return (
        (
          await sql`
        update flow_simulation set results = results || ${JSON.stringify([talk])}::jsonb, done = done + 1, passed = passed + ${talk.passed ? 1 : 0} where id = ${simulationId} and state = 'running' returning id`.execute(
            rows,
          )
        ).rows.length > 0
      );
    },
    goesOn: async (simulationId: number) =>
      (await sql`select from flow_simulation where id = ${simulationId} and state = 'running'`.execute(rows)).rows
        .length > 0,
    async end(simulationId: number, state: 'done' | 'cancelled'): Promise<void> {
      await sql`update flow_simulation set state = ${state}, ended_at = now() where id = ${simulationId} and state = 'running'`.execute(
        rows,
      );
    },
  };
}
