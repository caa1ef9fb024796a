import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import { agentsThere } from './chat-queue.ts';

const RECENT = sql.lit('7 days');
/** So many of the newest are looked through, whatever channel they came by: a page of a visitor asks for it. */
const LOOKED_THROUGH = 500;
const ANSWERS_MOST = 50;

/** What somebody who comes to a channel now can expect. */
export interface ChannelOutlook {
  /** Somebody of its group is at work. */
  isStaffed: boolean;
  /** How long people waited lately for their first answer there. */
  answeredAfterSec: number[];
}

export async function channelOutlook(
  tx: TenantTx,
  { id, group_id: groupId }: { id: number; group_id: number },
  nowMs: number,
): Promise<ChannelOutlook> {
  const { rows } = await sql<{ sec: number }>`
    select date_part('epoch', first_answer_at - created_at) sec from (
      select channel_id, first_answer_at, created_at from chat_conversation where created_at > ${momentOfMs(nowMs)} - interval ${RECENT} order by created_at desc, id desc limit ${LOOKED_THROUGH}
    ) newest where channel_id = ${id} and first_answer_at is not null order by created_at desc limit ${ANSWERS_MOST}`.execute(
    tx.as(),
  );
  const there = await agentsThere(tx, nowMs);
  return {
    isStaffed: there.some(({ groupIds }) => groupIds.includes(groupId)),
    answeredAfterSec: rows.map(({ sec }) => sec),
  };
}
