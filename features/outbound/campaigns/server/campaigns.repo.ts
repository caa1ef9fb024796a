import { sql, type RawBuilder } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { momentOfWire } from '#platform/server/db/moments.ts';
import type { DispatchType } from '#shared/codes/dispatch-type.ts';
import type { TaskPauseReason } from '#shared/codes/task-pause-reason.ts';
import type { CampaignState } from '../core/campaign-machine.ts';
import type { CampaignFields, DraftSource } from '../contract.ts';

export type CampaignKind = 'preview' | 'dialer' | 'ai';

/** What campaigns that dial by themselves are told besides: the dialler, and those a flow talks for. Others have what the database gives them. */
export interface CampaignDialling {
  dispatchType: DispatchType | null;
  ringSec: number;
  /** Numbers that are shown in turn; none: those of the lines. */
  numberPool: string[];
  /** None: the team's. */
  wrapUpSec: number | null;
  ratio: number;
  abandonPerMille: number;
  abandonedSoundId: number | null;
  machineRule: 'connect' | 'hangUp' | 'message';
  machineSoundId: number | null;
  /** Spoken where there is no sound. */
  machineText: string;
  keepFree: number;
  flowId: number | null;
  callsAtOnce: number;
  /** Attributes of the flow by the column that fills them. */
  flowValues: Record<string, string>;
}

/** A campaign as the database has it. */
export interface CampaignRow extends CampaignFields, CampaignDialling {
  id: number;
  kind: CampaignKind;
  state: CampaignState;
  pauseReason: TaskPauseReason | null;
  /** Who did, where somebody paused it. */
  pausedBy: string;
  pausedAt: string | null;
  customers: number;
  completed: number;
  author: string;
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
  /** Whom a draft brings in when it is launched. */
  draftOf: DraftSource | null;
  version: number;
}

export interface CampaignSearch {
  kind: CampaignKind;
  name?: string | undefined;
  states?: readonly CampaignState[] | undefined;
}

/** As `CampaignRow` has them, of a `campaign c`. */
export const campaignColumns = sql`c.id, c.kind, c.name, c.note, c.state, c.pause_reason "pauseReason", c.paused_by "pausedBy", c.paused_at "pausedAt", c.start_type "startType", c.start_at "startAt", c.expires_at "expiresAt",
  c.hours, c.zone_rule "zoneRule", c.retry, c.priority, c.work_order "order", c.router_id "routerId", c.script_id "scriptId", c.label_ids "labelIds", c.group_id "groupId",
  c.agent_ids "agentIds", c.skills, c.assign_rule "assignRule", c.other_campaigns "otherCampaigns", c.needs_consent "needsConsent", c.dispatch_type "dispatchType", c.ring_sec "ringSec", c.number_pool "numberPool", c.wrap_up_sec "wrapUpSec",
  c.ratio::float8 ratio, c.abandon_per_mille "abandonPerMille", c.abandoned_sound_id "abandonedSoundId", c.machine_rule "machineRule", c.machine_sound_id "machineSoundId", c.machine_text "machineText",
  c.keep_free "keepFree", c.flow_id "flowId", c.calls_at_once "callsAtOnce", c.flow_values "flowValues", c.customers, c.completed, c.author,
  c.created_at "createdAt", c.started_at "startedAt", c.ended_at "endedAt", c.draft_of "draftOf", c.version`;

/** What is given is set; the rest stays, or is what the database gives. */
function diallingValues(dialling: Partial<CampaignDialling>): Record<string, RawBuilder<unknown>> {
  const columns: { [Name in keyof CampaignDialling]: [string, (value: never) => RawBuilder<unknown>] } = {
    dispatchType: ['dispatch_type', (value) => sql`${value}::smallint`],
    ringSec: ['ring_sec', (value) => sql`${value}::int`],
    numberPool: ['number_pool', (value) => sql`${value}::text[]`],
    wrapUpSec: ['wrap_up_sec', (value) => sql`${value}::int`],
    ratio: ['ratio', (value) => sql`${value}::numeric`],
    abandonPerMille: ['abandon_per_mille', (value) => sql`${value}::smallint`],
    abandonedSoundId: ['abandoned_sound_id', (value) => sql`${value}::bigint`],
    machineRule: ['machine_rule', (value) => sql`${value}::text`],
    machineSoundId: ['machine_sound_id', (value) => sql`${value}::bigint`],
    machineText: ['machine_text', (value) => sql`${value}::text`],
    keepFree: ['keep_free', (value) => sql`${value}::smallint`],
    flowId: ['flow_id', (value) => sql`${value}::bigint`],
    callsAtOnce: ['calls_at_once', (value) => sql`${value}::int`],
    flowValues: ['flow_values', (value) => sql`${JSON.stringify(value)}::jsonb`],
  };
  return Object.fromEntries(
    (Object.keys(columns) as (keyof CampaignDialling)[])
      .filter((name) => dialling[name] !== undefined)
      .map((name) => [columns[name][0], columns[name][1](dialling[name] as never)]),
  );
}

/** What is set of every campaign. */
const values = (fields: CampaignFields) => ({
  name: sql`${fields.name}`,
  note: sql`${fields.note}`,
  start_type: sql`${fields.startType}`,
  start_at: momentOfWire(fields.startAt),
  expires_at: momentOfWire(fields.expiresAt),
  hours: sql`${JSON.stringify(fields.hours)}::jsonb`,
  zone_rule: sql`${fields.zoneRule}`,
  retry: sql`${JSON.stringify(fields.retry)}::jsonb`,
  priority: sql`${fields.priority}`,
  work_order: sql`${fields.order}`,
  router_id: sql`${fields.routerId}::bigint`,
  script_id: sql`${fields.scriptId}::bigint`,
  label_ids: sql`${fields.labelIds}::bigint[]`,
  group_id: sql`${fields.groupId}::bigint`,
  agent_ids: sql`${fields.agentIds}::bigint[]`,
  skills: sql`${JSON.stringify(fields.skills)}::jsonb`,
  assign_rule: sql`${fields.assignRule}`,
  other_campaigns: sql`${fields.otherCampaigns}`,
  needs_consent: sql`${fields.needsConsent}`,
});

/** The campaigns of one tenant. */
export function campaignsRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  const where = ({ kind, name, states }: CampaignSearch) => sql`c.removed_at is null and c.kind = ${kind}
    ${name ? sql`and c.name ilike ${`%${name.replace(/[\\%_]/g, '\\$&')}%`}` : sql``}
    ${states ? sql`and c.state = any(${states}::text[])` : sql``}`;
  return {
    async add(
      kind: CampaignKind,
      fields: CampaignFields,
      by: { userId: number | null; name: string },
      dialling: Partial<CampaignDialling> = {},
    ): Promise<CampaignRow> {
      const set = { ...values(fields), ...diallingValues(dialling) };
      const { rows: added } = await sql<CampaignRow>`
        insert into campaign as c (kind, created_by, author, ${sql.join(Object.keys(set).map((name) => sql.ref(name)))})
        values (${kind}, ${by.userId}::bigint, ${by.name}, ${sql.join(Object.values(set))}) returning ${campaignColumns}`.execute(
        rows,
      );
      return added[0]!;
    },
    async update(
      id: number,
      version: number,
      fields: CampaignFields,
      dialling: Partial<CampaignDialling> = {},
    ): Promise<CampaignRow | undefined> {
      const all = { ...values(fields), ...diallingValues(dialling) };
      const set = Object.entries(all).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
      const { rows: changed } = await sql<CampaignRow>`
        update campaign c set ${sql.join(set)}, updated_at = now(), version = version + 1
        where id = ${id} and version = ${version} and removed_at is null returning ${campaignColumns}`.execute(rows);
      return changed[0];
    },
    /** `locked`: nobody else moves it on until the end. Whoever adds customers goes on, as a large file does for minutes. */
    async find(id: number, { locked = false }: { locked?: boolean } = {}): Promise<CampaignRow | undefined> {
      const { rows: found } = await sql<CampaignRow>`
        select ${campaignColumns} from campaign c where c.id = ${id} and c.removed_at is null ${locked ? sql`for no key update` : sql``}`.execute(
        rows,
      );
      return found[0];
    },
    async page(search: CampaignSearch, { page, size }: { page: number; size: number }): Promise<CampaignRow[]> {
      const { rows: list } = await sql<CampaignRow>`
        select ${campaignColumns} from campaign c where ${where(search)} order by c.id desc limit ${size} offset ${(page - 1) * size}`.execute(
        rows,
      );
      return list;
    },
    async countByState(kind: CampaignKind): Promise<{ state: CampaignState; count: number }[]> {
      return (
        await sql<{ state: CampaignState; count: number }>`
          select state, count(*) count from campaign where removed_at is null and kind = ${kind} group by state`.execute(
          rows,
        )
      ).rows;
    },
    async total(search: CampaignSearch): Promise<number> {
      return (await sql<{ count: number }>`select count(*) count from campaign c where ${where(search)}`.execute(rows))
        .rows[0]!.count;
    },
    async setState(id: number, state: CampaignState, pauseReason: TaskPauseReason | null, by = ''): Promise<void> {
      await sql`update campaign set state = ${state}, pause_reason = ${pauseReason}::smallint, updated_at = now(),
        paused_by = ${state === 'paused' ? by : ''}, paused_at = case when ${state} = 'paused' then now() end,
        started_at = case when ${state} = 'running' then coalesce(started_at, now()) else started_at end,
        ended_at = case when ${state} in ('completed', 'expired', 'failed') then now() end where id = ${id}`.execute(
        rows,
      );
    },
    /** Counts that lists show are kept, since nobody counts millions for a list. */
    async count(
      id: number,
      { customers = 0, completed = 0 }: { customers?: number; completed?: number },
    ): Promise<void> {
      if (customers !== 0 || completed !== 0)
        await sql`update campaign set customers = customers + ${customers}, completed = completed + ${completed} where id = ${id}`.execute(
          rows,
        );
    },
    async keepSource(id: number, source: DraftSource | null): Promise<void> {
      await sql`update campaign set draft_of = ${source && JSON.stringify(source)}::jsonb where id = ${id} and draft_of is distinct from ${source && JSON.stringify(source)}::jsonb`.execute(
        rows,
      );
    },
    /** Those of these kinds that customers may come into, the newest first. */
    async open(kinds: readonly CampaignKind[], most: number): Promise<CampaignRow[]> {
      return (
        await sql<CampaignRow>`
          select ${campaignColumns} from campaign c where c.removed_at is null and c.kind = any(${kinds}::text[]) and c.state not in ('failed', 'expired') order by c.id desc limit ${most}`.execute(
          rows,
        )
      ).rows;
    },
    async remove(id: number): Promise<void> {
      await sql`update campaign set removed_at = now() where id = ${id}`.execute(rows);
    },
  };
}
