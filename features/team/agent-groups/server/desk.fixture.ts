import { sql } from 'kysely';
import { openAgentBoard } from '#features/team/agent-status/server/index.ts';
import { fakeTelephony } from '#adapters/telephony/fake/fake-telephony.ts';
import { systemClock, type Clock } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db/db.ts';
import { msOfColumn } from '#platform/server/db/moments.ts';
import { openLog } from '#platform/server/log.ts';
import { openMetrics } from '#platform/server/metrics.ts';
import { openSessions } from '#platform/server/sessions/open-sessions.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { aMember, type Member } from '#test/builders.ts';
import { startAlone } from '#features/team/agent-status/server/board.fixture.ts';
import { openQueueDesk } from './index.ts';
import type { QueueServer } from './queue-desk.ts';

type Asked<K extends keyof QueueServer> = Parameters<QueueServer[K]>[0];

/** What the desk asked of whoever rings, in order. */
export interface Asking {
  offers: Asked<'offer'>[];
  withdrawals: Asked<'withdraw'>[];
  places: Asked<'announce'>[];
  overflows: Asked<'overflow'>[];
}

let nodes = 0;

/** A desk with the real board and the real database, on a node of its own; the test answers the phones. */
export function aDesk(
  db: Db,
  { clock = systemClock, node = `node-${(nodes += 1)}` }: { clock?: Clock; node?: string } = {},
) {
  const world = {
    db,
    clock,
    log: openLog('silent'),
    metrics: openMetrics(),
    sessions: openSessions(db, clock),
    telephony: fakeTelephony(),
    exchange: { domain: 'openseat.test', node, iceServers: () => [] },
  };
  const board = openAgentBoard(world);
  const desk = openQueueDesk(world, board);
  const asking: Asking = { offers: [], withdrawals: [], places: [], overflows: [] };
  const offerListeners = new Set<(offer: Asked<'offer'>) => void>();
  desk.serveWith({
    offer(offer) {
      asking.offers.push(offer);
      for (const listener of offerListeners) listener(offer);
    },
    withdraw: (offer) => void asking.withdrawals.push(offer),
    announce: (place) => void asking.places.push(place),
    overflow: (over) => void asking.overflows.push(over),
  });
  return {
    ...world,
    board,
    desk,
    asking,
    onOffer: (listener: (offer: Asked<'offer'>) => void) => void offerListeners.add(listener),
    async start() {
      await startAlone(board);
      await desk.start();
      for (const tenantId of await tenantsOfNode(db, node, 'queue_entry')) await desk.moveIn(tenantId);
    },
    async stop() {
      await desk.stop();
      await board.stop();
    },
    /** Somebody with a phone who takes calls now. */
    async available({ tenantId, userId }: { tenantId: number; userId: number }) {
      const who = { tenantId, userId };
      const nowMs = clock.nowMs();
      await board.send(who, { type: 'signedIn', status: AgentStatus.available, nowMs });
      await board.send(who, { type: 'socketOpened', nowMs });
      return board.send(who, { type: 'phoneRegistered', nowMs });
    },
    /** The call desk's part when an agent answers and the call ends. */
    async talks({ tenantId, callId, userId }: Asked<'offer'>, { wrapUpMs = 0 }: { wrapUpMs?: number } = {}) {
      const who = { tenantId, userId };
      await desk.offerEnded(tenantId, callId, userId, 'answered');
      await board.send(who, { type: 'callBegan', callId, nowMs: clock.nowMs() });
      return board.send(who, { type: 'callEnded', callId, wrapUpMs, nowMs: clock.nowMs() });
    },
    async misses(
      { tenantId, callId, userId }: Asked<'offer'>,
      outcome: 'missed' | 'rejected' | 'deviceError' = 'missed',
    ) {
      await board.send({ tenantId, userId }, { type: 'offerEnded', callId, outcome, nowMs: clock.nowMs() });
      await desk.offerEnded(tenantId, callId, userId, outcome);
    },
  };
}

/** Tenants of which an earlier process of this name left something: tests of one file share a database. */
export async function tenantsOfNode(db: Db, node: string, table: string): Promise<number[]> {
  const { rows } = await db.everyTenant('what was left', (tx) =>
    sql<{
      id: number;
    }>`select distinct tenant_id id from ${sql.table(table)} where node = ${node} and ended_at is null`.execute(
      tx.as(),
    ),
  );
  return rows.map(({ id }) => id);
}

/** A member with a phone. */
export async function anAgentOf(db: Db, tenantId: number, name?: string): Promise<Member> {
  const member = await aMember(db, tenantId, { voiceSeat: true, ...(name ? { name } : {}) });
  await db.everyTenant('a phone', (tx) =>
    sql`insert into agent (tenant_id, user_id) values (${tenantId}, ${member.userId})`.execute(tx.as()),
  );
  return member;
}

/** A group as the database keeps it; columns by name. */
export async function aGroupOf(
  db: Db,
  tenantId: number,
  members: readonly Member[],
  columns: Record<string, unknown> = {},
): Promise<number> {
  return db.everyTenant('a group', async (tx) => {
    const { rows } = await sql<{
      id: number;
      count: number;
    }>`select count(*) count from agent_group where tenant_id = ${tenantId}`.execute(tx.as());
    const number = 1_001 + rows[0]!.count;
    const values = {
      tenant_id: tenantId,
      name: `Group ${number}`,
      group_no: number,
      announce_position: false,
      ...columns,
    };
    const { rows: made } = await sql<{ id: number }>`
      insert into agent_group (${sql.join(Object.keys(values).map((name) => sql.ref(name)))}) values (${sql.join(Object.values(values))}) returning id`.execute(
      tx.as(),
    );
    for (const { userId } of members)
      await sql`insert into agent_group_member (tenant_id, group_id, user_id) values (${tenantId}, ${made[0]!.id}, ${userId})`.execute(
        tx.as(),
      );
    return made[0]!.id;
  });
}

/** The stored line, oldest first. */
export async function entriesOf(db: Db, tenantId: number) {
  const { rows } = await db.everyTenant('looks', (tx) =>
    sql<{
      call_id: string;
      group_id: number;
      kind: string;
      state: string;
      offered_to: number | null;
      left_why: string | null;
      queued_ms: number;
      ended: boolean;
    }>`
      select call_id, group_id, kind, state, offered_to, left_why, ${msOfColumn('queued_at')} queued_ms, ended_at is not null ended
      from queue_entry where tenant_id = ${tenantId} order by queued_at, id`.execute(tx.as()),
  );
  return rows;
}
