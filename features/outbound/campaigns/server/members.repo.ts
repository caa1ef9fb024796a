import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { textHasWords } from '#platform/server/db/search-words.ts';
import type { AiOrderStatus } from '#shared/codes/ai-order-status.ts';
import type { Consent } from '#shared/codes/consent.ts';
import type { PreviewResult } from '#shared/codes/preview-result.ts';
import type { PreviewTaskState } from '#shared/codes/preview-task-state.ts';
import type { WaitsFor } from '../core/after-end.ts';
import type { CampaignKind } from './campaigns.repo.ts';
import { hasOrder } from './member-orders.ts';

/** A customer of a campaign as the database has it. */
export interface CampaignMember {
  id: number;
  campaignId: number;
  campaignName: string;
  campaignKind: CampaignKind;
  customerId: number | null;
  number: string;
  country: string;
  name: string;
  timeZone: string;
  columns: Record<string, string>;
  /** As a file told it. */
  consent: Consent;
  priority: number;
  agentId: number | null;
  agentName: string;
  taskState: PreviewTaskState;
  result: PreviewResult;
  attempts: number;
  lastCallAt: string | null;
  /** Null: at any time. */
  nextAt: string | null;
  isFollowUp: boolean;
  /** Somebody set them aside: nobody calls them until somebody goes on. */
  isSetAside: boolean;
  closedBy: string | null;
  /** What they rest for where nobody can say how long. */
  waitsFor: WaitsFor | null;
  skipReason: string;
  note: string;
  doneAt: string | null;
}

/** Somebody on the way into a campaign. */
export interface NewCampaignMember {
  customerId: number | null;
  number: string;
  country: string;
  name: string;
  timeZone: string;
  columns: Record<string, string>;
  consent: Consent;
  priority: number;
  agentId: number | null;
}

export interface MemberSearch {
  campaignId?: number | undefined;
  /** Parts of a name in any order, or the beginning of a number; those who see stars find by the name alone. */
  words?: string | undefined;
  /** Those found by an index in the words' place: `foundMembers`. */
  ids?: readonly number[] | undefined;
  /** So many have the words that nobody counts them. */
  isMany?: boolean | undefined;
  byNumber?: boolean;
  taskState?: PreviewTaskState | undefined;
  result?: PreviewResult | undefined;
  agentId?: number | undefined;
  unassigned?: boolean | undefined;
  isSetAside?: boolean | undefined;
  /** Of one campaign. */
  orderStatus?: AiOrderStatus | undefined;
  /** Somebody answered the last call, or (false) nobody did. */
  wasReached?: boolean | undefined;
}

const columns = sql`x.id, x.campaign_id "campaignId", c.name "campaignName", c.kind "campaignKind", x.customer_id "customerId", x.number, x.country, x.name, x.time_zone "timeZone", x.columns, x.consent, x.priority,
  x.agent_id "agentId", coalesce(m.nick_name, '') "agentName", x.task_state "taskState", x.result, x.attempts, x.last_call_at "lastCallAt",
  case when x.next_at > 'epoch' and x.next_at < 'infinity' then x.next_at end "nextAt", x.is_follow_up "isFollowUp", x.is_set_aside "isSetAside", x.closed_by "closedBy", case when x.task_state = 0 then x.waits_for end "waitsFor", x.skip_reason "skipReason", x.note, x.done_at "doneAt"`;
const from = sql`campaign_customer x join campaign c on c.id = x.campaign_id left join member m on m.user_id = x.agent_id`;

const changed = ({ numAffectedRows }: { numAffectedRows?: bigint }): number => Number(numAffectedRows ?? 0);

/** The digits of a number that somebody looks for by its beginning; null for less. */
export function numberPart({ words = '', byNumber }: MemberSearch): string | null {
  const digits = words.replace(/\D/g, '');
  return byNumber && digits.length > 2 ? digits : null;
}

/** Whether somebody's name has the words: as it is kept for that, or where a job has not come to it yet as it is written. */
function hasWords(words: string) {
  const kept = sql`case when x.name_words = '' and x.name <> '' then search_words(x.name) else x.name_words end`;
  const parts = textHasWords(kept, words);
  return parts.length === 0 ? sql`true` : sql`(${sql.join(parts, sql` and `)})`;
}

/** What is asked besides words. */
export const memberFilters = ({ campaignId, taskState, result, agentId, unassigned, ...more }: MemberSearch) => {
  const { isSetAside, orderStatus, wasReached } = more;
  return sql<boolean>`x.closed_by is distinct from 'removed'
    ${campaignId === undefined ? sql`` : sql`and x.campaign_id = ${campaignId}`}
    ${taskState === undefined ? sql`` : sql`and x.task_state = ${sql.lit(taskState)}`}
    ${result === undefined ? sql`` : sql`and x.result = ${result}`}
    ${agentId === undefined ? sql`` : sql`and x.agent_id = ${agentId}`}
    ${isSetAside ? sql`and x.is_set_aside` : sql``}
    ${unassigned ? sql`and x.agent_id is null` : sql``}
    ${wasReached === undefined ? sql`` : wasReached ? sql`and x.result = 1` : sql`and x.result > 1`}
    ${orderStatus === undefined || campaignId === undefined ? sql`` : sql`and ${hasOrder(campaignId, orderStatus)}`}`;
};

/** The customers of the campaigns of one tenant. */
export function membersRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  const where = (search: MemberSearch) => {
    const { words = '', ids } = search;
    const digits = numberPart(search);
    const beginsSo = digits === null ? sql`` : sql`or (x.number >= ${digits} and x.number < ${`${digits}:`})`;
    return sql`${memberFilters(search)}
      ${ids === undefined ? sql`` : sql`and x.id = any(${ids}::bigint[])`}
      ${words === '' ? sql`` : sql`and (${hasWords(words)} ${beginsSo})`}`;
  };
  return {
    async find(id: number, { locked = false }: { locked?: boolean } = {}): Promise<CampaignMember | undefined> {
      const { rows: found } = await sql<CampaignMember>`
        select ${columns} from ${from} where x.id = ${id} and c.removed_at is null and x.closed_by is distinct from 'removed' ${locked ? sql`for no key update of x` : sql``}`.execute(
        rows,
      );
      return found[0];
    },
    /** Until the end of the transaction nobody else decides about these, whatever became of them; in one order, so that nobody waits in a ring. */
    async hold(ids: readonly number[]): Promise<void> {
      await sql`select 1 from campaign_customer where id = any(${ids}::bigint[]) order by id for no key update`.execute(
        rows,
      );
    },
    /** Whom a call of a campaign goes to: by the number, or by the customer who has others. */
    async called(
      campaignId: number,
      number: string,
      customerId: number | null,
      { locked = false }: { locked?: boolean } = {},
    ): Promise<CampaignMember | undefined> {
      const { rows: found } = await sql<CampaignMember>`
        select ${columns} from ${from} where x.campaign_id = ${campaignId} and c.removed_at is null and (x.number = ${number} or (${customerId}::bigint is not null and x.customer_id = ${customerId}::bigint))
        order by x.number = ${number} desc limit 1 ${locked ? sql`for no key update of x` : sql``}`.execute(rows);
      return found[0];
    },
    async page(
      search: MemberSearch,
      { offset, size, mine = false }: { offset: number; size: number; mine?: boolean },
    ): Promise<CampaignMember[]> {
      // What somebody promised comes first, then what is open.
      const order = mine ? sql`x.task_state, case when x.is_follow_up then x.next_at end nulls last,` : sql``;
      return (
        await sql<CampaignMember>`select ${columns} from ${from} where ${where(search)} and c.removed_at is null order by ${order} x.id limit ${size} offset ${offset}`.execute(
          rows,
        )
      ).rows;
    },
    /** From the one behind `after`, for files. */
    async behind(campaignId: number, after: number, size: number): Promise<CampaignMember[]> {
      return (
        await sql<CampaignMember>`select ${columns} from ${from} where ${where({ campaignId })} and x.id > ${after} order by x.id limit ${size}`.execute(
          rows,
        )
      ).rows;
    },
    /** Counted no further than the cap. */
    async total(search: MemberSearch, cap: number): Promise<number> {
      if (search.isMany) return cap;
      return (
        await sql<{ count: number }>`
          select count(*) count from (select 1 from campaign_customer x join campaign c on c.id = x.campaign_id and c.removed_at is null where ${where(search)} limit ${cap}) counted`.execute(
          rows,
        )
      ).rows[0]!.count;
    },
    /** Those of these numbers that are in the campaign already. */
    async known(campaignId: number, numbers: readonly string[]): Promise<Set<string>> {
      const { rows: found } = await sql<{ number: string }>`
        select number from campaign_customer where campaign_id = ${campaignId} and number = any(${numbers}::text[])`.execute(
        rows,
      );
      return new Set(found.map(({ number }) => number));
    },
    /** Those of these numbers that another campaign has: any, or one that still calls them. */
    async elsewhere(campaignId: number, numbers: readonly string[], onlyOpen: boolean): Promise<Set<string>> {
      const { rows: found } = await sql<{ number: string }>`
        select distinct x.number from campaign_customer x join campaign c on c.id = x.campaign_id and c.removed_at is null
        where x.number = any(${numbers}::text[]) and x.campaign_id <> ${campaignId} and x.closed_by is distinct from 'removed'
        ${onlyOpen ? sql`and x.task_state = 0 and c.state in ('draft', 'ready', 'running', 'paused')` : sql``}`.execute(
        rows,
      );
      return new Set(found.map(({ number }) => number));
    },
    /** Adds those whose number is not there; answers how many. */
    async add(campaignId: number, people: readonly NewCampaignMember[], importId: number | null): Promise<number> {
      return changed(
        await sql`insert into campaign_customer (campaign_id, import_id, customer_id, number, country, name, time_zone, columns, consent, priority, agent_id)
          select ${campaignId}, ${importId}::bigint, "customerId", number, country, name, "timeZone", columns, consent, priority, "agentId"
          from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as p ("customerId" bigint, number text, country text, name text, "timeZone" text, columns jsonb, consent smallint, priority smallint, "agentId" bigint)
          on conflict (tenant_id, campaign_id, number) do nothing`.execute(rows),
      );
    },
    /** Whether somebody is left to call, or on their way in. */
    async hasOpen(campaignId: number): Promise<boolean> {
      return (
        (
          await sql`select 1 where exists (select 1 from campaign_customer where campaign_id = ${campaignId} and task_state = 0)
            or exists (select 1 from campaign_import where campaign_id = ${campaignId} and state in ('uploaded', 'checking', 'checked', 'importing'))`.execute(
            rows,
          )
        ).rows.length > 0
      );
    },
  };
}
