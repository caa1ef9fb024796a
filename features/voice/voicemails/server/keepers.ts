import { sql } from 'kysely';
import { groupMembers, groupManagers } from '#features/team/agent-groups/server/index.ts';
import type { KeepsMessage } from '#platform/server/contributions.ts';

/*
 * Who keeps a message. Rules:
 * 1. An agent's box: that agent. A group's: whoever is in the group or leads it. Each needs `voicemails.use`.
 * 2. Every box, the main one among them: `voicemails.all`, and the owner.
 */
export const keepsMessage: KeepsMessage = async (tx, of, userId) => {
  const { rows } = await sql`
    select 1 from voicemail v where ${'recordingId' in of ? sql`v.recording_id = ${of.recordingId}` : sql`v.call_id = ${of.callId}`} and (
      exists (select 1 from member m where m.user_id = ${userId} and m.is_owner)
      or exists (select 1 from member_role mr join role o on o.id = mr.role_id where mr.user_id = ${userId} and ('voicemails.all' = any(o.functions) or 'voicemails.use' = any(o.functions) and (
        v.user_id = ${userId} or exists (select 1 from ${groupMembers} a where a.group_id = v.group_id and a.user_id = ${userId}) or exists (select 1 from ${groupManagers} a where a.group_id = v.group_id and a.user_id = ${userId}))))) limit 1`.execute(
    tx.as(),
  );
  return rows.length > 0;
};
