import { sql, type RawBuilder } from 'kysely';
import { shownEnds } from '#core/privacy/phone-mask.ts';
import type { SmsState } from '#core/sms/sms-message.ts';
import { groupMembers } from '#features/team/agent-groups/server/index.ts';
import { customerRows } from '#features/customers/customers/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { SmsStatus } from '#shared/codes/sms-status.ts';
import { SMS_TOTAL_CAP, type SmsDirection, type SmsFilter } from '../contract.ts';

export interface SmsRecordRow {
  id: number;
  direction: SmsDirection;
  number: string;
  iso2: string;
  customerId: number | null;
  customerName: string;
  userId: number | null;
  userName: string;
  templateName: string;
  content: string;
  maskedContent: string;
  segments: number;
  state: SmsState | 'received';
  reason: string;
  costMinor: number;
  currency: string;
  givenBack: boolean;
  callId: string;
  at: string;
  sentAt: string | null;
  endedAt: string | null;
}

/** A filter with nothing left to interpret. */
export interface SmsRecordSearch extends Omit<SmsFilter, 'number'> {
  number?: { digits: string; isMasked: boolean } | undefined;
  /** Only what this person wrote, and answers to it. */
  ownOf?: number | undefined;
}

const stateOf: Record<SmsStatus, SmsState> = {
  [SmsStatus.sent]: 'sent',
  [SmsStatus.notDelivered]: 'notDelivered',
  [SmsStatus.delivered]: 'delivered',
  [SmsStatus.sendFailed]: 'failed',
};
/** The number of a state on the wire; null while it waits and for what came in. */
export const statusOf = (state: SmsRecordRow['state']): SmsStatus | null =>
  ({
    queued: null,
    sending: null,
    received: null,
    sent: SmsStatus.sent,
    delivered: SmsStatus.delivered,
    notDelivered: SmsStatus.notDelivered,
    failed: SmsStatus.sendFailed,
  })[state];

/** What a search by a number finds: whole beginnings and ends, or for masked readers the very end they see. */
function byNumber({ digits, isMasked }: { digits: string; isMasked: boolean }): RawBuilder<unknown> {
  if (digits === '') return sql`false`;
  const backwards = [...digits].reverse().join('');
  const beginsWith = (column: RawBuilder<unknown>, text: string) =>
    sql`(${column} >= ${text} and ${column} < ${`${text}~`})`;
  if (!isMasked)
    return sql`(${beginsWith(sql`s.number`, digits)} or ${beginsWith(sql`s.number_backwards`, backwards)})`;
  const lengths = shownEnds
    .filter((one) => one.digits === digits.length)
    .map(({ from, to }) => sql`length(s.number) between ${from} and ${to}`);
  return lengths.length === 0
    ? sql`false`
    : sql`(${beginsWith(sql`s.number_backwards`, backwards)} and (${sql.join(lengths, sql` or `)}))`;
}

function matching({
  startDate,
  endDate,
  status,
  direction,
  number,
  userId,
  smsTemplateId,
  groupId,
  customerId,
  ownOf,
}: SmsRecordSearch): RawBuilder<unknown> {
  const parts = [sql`true`];
  if (startDate) parts.push(sql`s.at >= ${startDate}::timestamp at time zone 'UTC'`);
  if (endDate) parts.push(sql`s.at < ${endDate}::timestamp at time zone 'UTC'`);
  if (status !== undefined) parts.push(sql`s.state = ${stateOf[status]}`);
  if (direction) parts.push(sql`s.direction = ${direction}`);
  if (number) parts.push(byNumber(number));
  if (userId !== undefined) parts.push(sql`s.user_id = ${userId}`);
  if (smsTemplateId !== undefined) parts.push(sql`s.template_id = ${smsTemplateId}`);
  if (groupId !== undefined)
    parts.push(sql`s.user_id in (select gm.user_id from ${groupMembers} gm where gm.group_id = ${groupId})`);
  if (customerId !== undefined) parts.push(sql`s.customer_id = ${customerId}`);
  if (ownOf !== undefined) parts.push(sql`s.user_id = ${ownOf}`);
  return sql.join(parts, sql` and `);
}

/** Records of the tenant's messages; nothing here writes. */
export function recordsRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    async page(
      search: SmsRecordSearch,
      { size, offset = 0, before }: { size: number; offset?: number; before?: number | undefined },
    ): Promise<SmsRecordRow[]> {
      const older =
        before === undefined
          ? sql`true`
          : sql`(s.at, s.id) < (select b.at, b.id from sms_message b where b.id = ${before})`;
      const { rows: found } = await sql<SmsRecordRow>`
        with found as materialized (select s.id, s.at from sms_message s where ${matching(search)} and ${older} order by s.at desc, s.id desc limit ${size} offset ${offset})
        select s.id, s.direction, s.number, s.iso2, s.customer_id "customerId", coalesce(c.full_name, '') "customerName", s.user_id "userId", coalesce(m.nick_name, '') "userName", s.template_name "templateName", s.content,
          s.masked_content "maskedContent", s.segments, s.state, s.reason, s.cost_minor "costMinor", s.currency, s.given_back "givenBack", s.call_id "callId", s.at, s.sent_at "sentAt", s.ended_at "endedAt"
        from found f join sms_message s on s.id = f.id left join member m on m.user_id = s.user_id left join ${customerRows} c on c.id = s.customer_id and c.deleted_at is null
        order by f.at desc, f.id desc`.execute(rows);
      return found;
    },
    /** Counts no further than one beyond the cap. */
    async total(search: SmsRecordSearch, cap: number | null = SMS_TOTAL_CAP): Promise<number> {
      const limit = cap === null ? sql`` : sql`limit ${cap + 1}`;
      return (
        await sql<{
          total: number;
        }>`select count(*) total from (select 1 from sms_message s where ${matching(search)} ${limit}) counted`.execute(
          rows,
        )
      ).rows[0]!.total;
    },
  };
}
