import { sql } from 'kysely';
import { maskName } from '#core/privacy/name-mask.ts';
import { maskPhone } from '#core/privacy/phone-mask.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { FinalCallStatus } from '#shared/codes/final-call-status.ts';
import type { PreviewResult } from '#shared/codes/preview-result.ts';
import { CAMPAIGN_ATTEMPT_ENDED, CAMPAIGN_CUSTOMER_DONE } from '../contract.ts';
import type { CampaignKind } from './campaigns.repo.ts';

/** The next numbers of what programs are told of a campaign; the first of so many. Its row is held until the end, so that the order is that of the commits. */
export async function numberNews(tx: TenantTx, campaignId: number, count = 1): Promise<number> {
  const { rows } = await sql<{
    first: number;
  }>`update campaign set news = news + ${count} where id = ${campaignId} returning news - ${count - 1} first`.execute(
    tx.as(),
  );
  return rows[0]?.first ?? 0;
}

/** Attempts of a campaign ended, and customers of it are done with. */
export async function announceToPrograms(
  tx: TenantTx,
  campaignId: number,
  { attemptIds = [], doneIds = [] }: { attemptIds?: readonly number[]; doneIds?: readonly number[] },
): Promise<void> {
  if (attemptIds.length + doneIds.length === 0) return;
  const first = await numberNews(tx, campaignId, attemptIds.length + doneIds.length);
  const { tenantId } = tx;
  if (attemptIds.length > 0)
    await tx.announce(CAMPAIGN_ATTEMPT_ENDED, { tenantId, campaignId, ids: attemptIds, number: first });
  if (doneIds.length > 0)
    await tx.announce(CAMPAIGN_CUSTOMER_DONE, {
      tenantId,
      campaignId,
      ids: doneIds,
      number: first + attemptIds.length,
    });
}

interface NamedCampaign {
  campaignId: number;
  campaignName: string;
  kind: CampaignKind;
}
const campaignOf = ({ campaignId, campaignName, kind }: NamedCampaign) => ({
  id: campaignId,
  name: campaignName,
  kind,
});
const ofCampaign = sql`c.id "campaignId", c.name "campaignName", c.kind`;
const wire = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`;

type AttemptRow = NamedCampaign & {
  id: number;
  memberId: number;
  customerId: number | null;
  callId: string | null;
  phone: string;
  status: FinalCallStatus;
  result: PreviewResult | null;
  isAbandoned: boolean;
  byMachine: boolean;
  talkSec: number;
  beganAt: string;
  answeredAt: string | null;
  endedAt: string | null;
  agentId: number | null;
  agentName: string;
};

/** How attempts ended, for programs; in the order given, without those that are gone. */
export async function announcedAttempts(
  tx: TenantTx,
  ids: readonly number[],
  { needsMasking }: { needsMasking: boolean },
) {
  const { rows } = await sql<AttemptRow>`
    select a.id, a.member_id "memberId", a.customer_id "customerId", a.call_id "callId", a.number phone, a.status, a.result, a.abandoned_at is not null "isAbandoned", a.by_machine "byMachine",
      a.talk_sec "talkSec", ${wire('a.began_at')} "beganAt", ${wire('a.answered_at')} "answeredAt", ${wire('a.ended_at')} "endedAt", a.user_id "agentId", coalesce(m.nick_name, '') "agentName", ${ofCampaign}
    from campaign_attempt a join campaign c on c.id = a.campaign_id left join member m on m.user_id = a.user_id where a.id = any(${ids}::bigint[])`.execute(
    tx.as(),
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id, place) => {
    const row = found.get(id);
    if (!row) return [];
    const { memberId, customerId, callId, phone, status, result, isAbandoned, byMachine, talkSec } = row;
    const attempt = {
      attemptId: id,
      campaignCustomerId: memberId,
      customerId,
      callId,
      phone: needsMasking ? maskPhone(phone) : phone,
      status,
      result,
      isAbandoned,
      byMachine,
      talkSec,
      beganAt: row.beganAt,
      answeredAt: row.answeredAt,
      endedAt: row.endedAt,
      agent: row.agentId === null ? null : { userId: row.agentId, name: row.agentName },
    };
    return [{ place, id, campaign: campaignOf(row), attempt }];
  });
}

type CustomerRow = NamedCampaign & {
  id: number;
  customerId: number | null;
  phone: string;
  name: string;
  result: PreviewResult;
  closedBy: string | null;
  attempts: number;
  lastCallAt: string | null;
  doneAt: string | null;
};

/** Customers of campaigns that are done with, for programs; in the order given, without those that are gone. */
export async function announcedCustomers(
  tx: TenantTx,
  ids: readonly number[],
  { needsMasking }: { needsMasking: boolean },
) {
  const { rows } = await sql<CustomerRow>`
    select x.id, x.customer_id "customerId", x.number phone, x.name, x.result, x.closed_by "closedBy", x.attempts, ${wire('x.last_call_at')} "lastCallAt", ${wire('x.done_at')} "doneAt", ${ofCampaign}
    from campaign_customer x join campaign c on c.id = x.campaign_id where x.id = any(${ids}::bigint[])`.execute(
    tx.as(),
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id, place) => {
    const row = found.get(id);
    if (!row) return [];
    const { customerId, phone, name, result, closedBy, attempts, lastCallAt, doneAt } = row;
    const customer = {
      campaignCustomerId: id,
      customerId,
      phone: needsMasking ? maskPhone(phone) : phone,
      name: needsMasking ? maskName(name) : name,
      result,
      closedBy,
      attempts,
      lastCallAt,
      doneAt,
    };
    return [{ place, id, campaign: campaignOf(row), customer }];
  });
}
