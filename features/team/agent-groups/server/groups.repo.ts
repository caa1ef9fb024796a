import { sql } from 'kysely';
import type { Group as LineGroup, Overflow, Requirement } from '../core/routing.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { GroupChange, GroupFields, GroupQuery, GroupSkill } from '../contract.ts';

/** A group as the database keeps it, in the words of the contract. */
export interface GroupRow extends Omit<GroupFields, 'skills' | 'groupNo'> {
  id: number;
  groupNo: number;
  version: number;
  members: number;
  managers: number;
  skills: GroupSkill[];
}

const columns = sql`
  g.id, g.name, g.group_no "groupNo", g.ring_timeout_sec "ringTimeoutSec", g.max_wait_sec "maxWaitSec", g.max_waiting "maxWaiting", g.overflow_kind "overflowKind",
  g.overflow_group_id "overflowGroupId", g.overflow_when_nobody "overflowWhenNobody", g.allow_callback "allowCallback", g.announce_position "announcePosition",
  g.wrap_up_sec "wrapUpSec", g.priority, g.service_level_sec "serviceLevelSec", g.language, g.enabled, g.call_pauses_chats "callPausesChats", g.version,
  g.music_sound_id "musicSoundId", g.welcome_sound_id "welcomeSoundId", g.repeat_sound_id "repeatSoundId", g.repeat_every_sec "repeatEverySec", g.agent_sound_id "agentSoundId", g.consent_sound_id "consentSoundId", g.recording_rules "recordingRules",
  (select count(*) from agent_group_member m where m.tenant_id = g.tenant_id and m.group_id = g.id) members,
  (select count(*) from agent_group_manager m where m.tenant_id = g.tenant_id and m.group_id = g.id) managers,
  coalesce((select json_agg(json_build_object('skill', s.skill, 'level', s.level, 'required', s.required, 'relaxAfterSec', s.relax_after_sec) order by s.skill)
    from agent_group_skill s where s.tenant_id = g.tenant_id and s.group_id = g.id), '[]') skills`;

const asJson = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));

/** Groups of one tenant. */
export function groupsRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  const setSkills = async (groupId: number, skills: readonly GroupSkill[]): Promise<void> => {
    await sql`delete from agent_group_skill where group_id = ${groupId}`.execute(rows);
    await sql`insert into agent_group_skill (group_id, skill, level, required, relax_after_sec)
      select ${groupId}, r.skill, r.level, r.required, r."relaxAfterSec"
      from jsonb_to_recordset(${JSON.stringify(skills)}::jsonb) as r (skill text, level int, required boolean, "relaxAfterSec" int)`.execute(
      rows,
    );
  };

  return {
    async page({ page, size, name, enabled }: GroupQuery): Promise<{ list: GroupRow[]; total: number }> {
      const like = name ? `%${name.replace(/[\\%_]/g, '\\$&')}%` : null;
      const where = sql`(${like}::text is null or g.name ilike ${like}) and (${enabled ?? null}::boolean is null or g.enabled = ${enabled ?? null})`;
      const { rows: counted } = await sql<{
        total: number;
      }>`select count(*) total from agent_group g where ${where}`.execute(rows);
      const { rows: list } =
        await sql<GroupRow>`select ${columns} from agent_group g where ${where} order by g.group_no, g.id limit ${size} offset ${(page - 1) * size}`.execute(
          rows,
        );
      return { list, total: counted[0]!.total };
    },

    async all(): Promise<GroupRow[]> {
      return (await sql<GroupRow>`select ${columns} from agent_group g order by g.group_no, g.id`.execute(rows)).rows;
    },

    async find(id: number): Promise<GroupRow | null> {
      return (
        (await sql<GroupRow>`select ${columns} from agent_group g where g.id = ${id}`.execute(rows)).rows[0] ?? null
      );
    },

    /** The group, held until the transaction ends. */
    async lock(id: number): Promise<GroupRow | null> {
      await sql`select 1 from agent_group where id = ${id} for update`.execute(rows);
      return this.find(id);
    },

    /** The first number nobody has. Two who ask at once: the second is refused by the unique index and told so. */
    async freeNumber(): Promise<number> {
      const { rows: found } = await sql<{
        free: number;
      }>`select coalesce(max(group_no), 1000) + 1 free from agent_group`.execute(rows);
      return found[0]!.free;
    },

    async add({ skills, ...f }: GroupFields & { groupNo: number }): Promise<number> {
      const { rows: made } = await sql<{ id: number }>`
        insert into agent_group (name, group_no, ring_timeout_sec, max_wait_sec, max_waiting, overflow_kind, overflow_group_id, overflow_when_nobody, allow_callback, announce_position,
          wrap_up_sec, priority, service_level_sec, language, enabled, call_pauses_chats, music_sound_id, welcome_sound_id, repeat_sound_id, repeat_every_sec, agent_sound_id, consent_sound_id, recording_rules)
        values (${f.name}, ${f.groupNo}, ${f.ringTimeoutSec}, ${f.maxWaitSec}, ${f.maxWaiting}, ${f.overflowKind}, ${f.overflowGroupId}, ${f.overflowWhenNobody}, ${f.allowCallback}, ${f.announcePosition},
          ${f.wrapUpSec}, ${f.priority}, ${f.serviceLevelSec}, ${f.language}, ${f.enabled}, ${f.callPausesChats}, ${f.musicSoundId}, ${f.welcomeSoundId}, ${f.repeatSoundId}, ${f.repeatEverySec}, ${f.agentSoundId}, ${f.consentSoundId}, ${asJson(f.recordingRules)}::jsonb) returning id`.execute(
        rows,
      );
      await setSkills(made[0]!.id, skills);
      return made[0]!.id;
    },

    async change({ id, skills, ...f }: GroupChange & { groupNo: number }): Promise<void> {
      await sql`
        update agent_group set name = ${f.name}, group_no = ${f.groupNo}, ring_timeout_sec = ${f.ringTimeoutSec}, max_wait_sec = ${f.maxWaitSec}, max_waiting = ${f.maxWaiting},
          overflow_kind = ${f.overflowKind}, overflow_group_id = ${f.overflowGroupId}, overflow_when_nobody = ${f.overflowWhenNobody}, allow_callback = ${f.allowCallback},
          announce_position = ${f.announcePosition}, wrap_up_sec = ${f.wrapUpSec}, priority = ${f.priority}, service_level_sec = ${f.serviceLevelSec}, language = ${f.language},
          enabled = ${f.enabled}, call_pauses_chats = ${f.callPausesChats}, version = version + 1,
          music_sound_id = ${f.musicSoundId}, welcome_sound_id = ${f.welcomeSoundId}, repeat_sound_id = ${f.repeatSoundId}, repeat_every_sec = ${f.repeatEverySec},
          agent_sound_id = ${f.agentSoundId}, consent_sound_id = ${f.consentSoundId}, recording_rules = ${asJson(f.recordingRules)}::jsonb
        where id = ${id}`.execute(rows);
      await setSkills(id, skills);
    },

    async setBlending(id: number, callPausesChats: boolean): Promise<void> {
      await sql`update agent_group set call_pauses_chats = ${callPausesChats}, version = version + 1 where id = ${id}`.execute(
        rows,
      );
    },

    async remove(id: number): Promise<void> {
      await sql`delete from agent_group where id = ${id}`.execute(rows);
    },

    async hasCallers(id: number): Promise<boolean> {
      return (
        (await sql`select 1 from queue_entry where group_id = ${id} and ended_at is null limit 1`.execute(rows)).rows
          .length > 0
      );
    },
  };
}

/** A group as the line decides by it. */
export function lineGroup({
  id,
  enabled,
  priority,
  maxWaitSec,
  maxWaiting,
  overflowKind,
  overflowGroupId,
  overflowWhenNobody,
  announcePosition,
  skills,
}: GroupRow): LineGroup {
  const overflow: Overflow =
    overflowKind === 'group' ? { kind: 'group', groupId: overflowGroupId! } : { kind: overflowKind };
  return {
    id,
    enabled,
    priority,
    maxWaitSec,
    maxWaiting,
    overflow,
    overflowWhenNobody,
    announcePosition,
    requirements: skills satisfies Requirement[],
  };
}
