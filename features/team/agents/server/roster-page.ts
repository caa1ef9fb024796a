import { sql, type RawBuilder } from 'kysely';
import { searchTerms, termPattern } from '#core/search/search-terms.ts';
import type { Db } from '#platform/server/db/db.ts';
import { AgentType } from '#shared/codes/agent-type.ts';
import type { RosterAgent, RosterFilters } from '../contract/roster.ts';
import { address, talking, type RosterRows } from './roster.repo.ts';

/** A page of the agents who are looked for, and how many these are. One journey, and the same text whatever is looked for: it is parsed once. */
export async function readRoster(
  db: Pick<Db, 'read'>,
  who: { tenantId: number },
  rows: RosterRows,
  filters: RosterFilters,
  place: { skip: number; size: number },
): Promise<{ list: RosterAgent[]; total: number }> {
  const [found] = await db.read(who, [rosterPage(rows, filters, place)]);
  return { list: found.flatMap((row) => (row.userId === null ? [] : [row])), total: found[0]!.total };
}

/** An agent and how many there are; without an agent where the page has none. */
type PageRow = { total: number } & (RosterAgent | { userId: null });

const phone = sql`left join agent a on a.tenant_id = m.tenant_id and a.user_id = m.user_id`;
const lastSeen = sql`left join lateral (
  select s.last_seen_at from session s where s.tenant_id = m.tenant_id and s.user_id = m.user_id order by s.last_seen_at desc limit 1) seen on true`;
const groups = sql`coalesce((
  select json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name, g.id) from agent_group_member gm join agent_group g on g.tenant_id = gm.tenant_id and g.id = gm.group_id
  where gm.tenant_id = m.tenant_id and gm.user_id = m.user_id), '[]')`;
const skillsIn = (skills: RawBuilder<unknown>) => sql`coalesce((
  select json_agg(json_build_object('skill', k.skill, 'level', k.level) order by k.skill) from ${skills} k where k.tenant_id = m.tenant_id and k.user_id = m.user_id), '[]')`;
const usualType = sql.lit(AgentType.inAndOut);

// What is told of each is read for the agents of the page alone.
const rosterPage = (
  { calls, skills }: RosterRows,
  filters: RosterFilters,
  { skip, size }: { skip: number; size: number },
) => sql<PageRow>`
  with found as materialized (
    select m.tenant_id, m.user_id, m.nick_name, m.enabled, m.is_owner, m.voice_seat, m.text_seat from member m ${phone} where ${matching(filters)}),
  shown as materialized (select * from found order by lower(nick_name), user_id limit ${size} offset ${skip})
  select counted.total, m.user_id "userId", m.nick_name name, c.email, coalesce(a.sip_num, '') "sipNum", coalesce(a.agent_type, ${usualType}) "agentType",
    coalesce(a.auto_answer, false) "autoAnswer", coalesce(a.record_calls, true) "recordCalls", coalesce(a.wrap_up, true) "wrapUp", coalesce(a.line_id, 1) "lineId",
    coalesce(a.device, 'browser') device, case when a.device = 'mobile' then a.mobile_number else '' end "mobileNumber", coalesce(a.enabled, true) enabled, m.enabled "mayEnter", m.is_owner "isOwner", m.voice_seat "voiceSeat", m.text_seat "textSeat",
    ${talking(calls)} "inCall", seen.last_seen_at "lastSeenAt", ${groups} groups, ${skillsIn(skills)} skills
  from (select count(*) total from found) counted left join shown m on true ${address} ${phone} ${lastSeen} order by lower(m.nick_name), m.user_id`;

/** The text is the same whichever filters there are; an address is read only where words are looked for. */
function matching({ name = '', groupId, enabled, device, seat, agentType }: RosterFilters): RawBuilder<boolean> {
  const words = sql`${searchTerms(name).map(termPattern)}::text[]`;
  const without = (value: unknown, type: string) => sql`${value ?? null}::${sql.raw(type)} is null`;
  return sql<boolean>`
    (a.user_id is not null or m.voice_seat)
    and (${words} = '{}' or search_words(m.nick_name || ' ' || coalesce((select email from member_account where user_id = m.user_id), '') || ' ' || coalesce(a.sip_num, '')) like all (${words}))
    and (${without(groupId, 'bigint')} or exists (select 1 from agent_group_member gm where gm.tenant_id = m.tenant_id and gm.group_id = ${groupId ?? null} and gm.user_id = m.user_id))
    and (${without(enabled, 'boolean')} or coalesce(a.enabled, true) = ${enabled ?? null})
    and (${without(device, 'text')} or coalesce(a.device, 'browser') = ${device ?? null})
    and (${without(seat, 'text')} or case ${seat ?? null}::text when 'voice' then m.voice_seat when 'text' then m.text_seat else not m.voice_seat end)
    and (${without(agentType, 'int')} or coalesce(a.agent_type, ${usualType}) = ${agentType ?? null})`;
}
