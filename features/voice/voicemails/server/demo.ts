import { sql } from 'kysely';
import { demoVoicemail } from '#features/voice/call-records/server/index.ts';
import { groupRows } from '#features/team/agent-groups/server/index.ts';
import type { Tx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import type { DemoTenant } from '#platform/server/feature.ts';
import type { World } from '#platform/server/world.ts';

/** What is said, in whose box, and what became of it; the newest first. */
const messages = [
  { prompts: ['person.booking', 'person.thanks'], box: 'main', state: 'new' },
  { prompts: ['person.balance', 'person.bye'], box: 'group', state: 'new' },
  { prompts: ['person.hello', 'person.booking', 'person.bye'], box: 'agent', state: 'new' },
  { prompts: ['person.balance'], box: 'group', state: 'heard' },
  { prompts: ['person.booking', 'person.bye'], box: 'main', state: 'done' },
  { prompts: ['person.thanks', 'person.bye'], box: 'agent', state: 'done' },
] as const;

/** A few messages with something to hear, in the main box, a group's and an agent's. */
export const demoVoicemails =
  ({ files }: Pick<World, 'files'>) =>
  async (tx: Tx, { tenantId, people }: DemoTenant): Promise<void> => {
    const rows = tx.as<never>();
    const groupId =
      (
        await sql<{
          id: number;
        }>`select id from ${groupRows} g where tenant_id = ${tenantId} order by group_no, id limit 1`.execute(rows)
      ).rows[0]?.id ?? null;
    const userId =
      people.find(({ role, voiceSeat }) => role === 'agent' && voiceSeat)?.userId ??
      people.find(({ voiceSeat }) => voiceSeat)?.userId ??
      null;
    const kept = await demoVoicemail(tx, files, tenantId, messages);
    for (const [place, { callId, recordingId, atMs }] of kept.entries()) {
      const { box, state } = messages[place]!;
      const at = momentOfMs(atMs);
      const later = sql`${at} + interval '20 minutes'`;
      await sql`
      insert into voicemail (tenant_id, call_id, recording_id, group_id, user_id, left_at, state, heard_by, heard_at, done_by, done_at)
      values (${tenantId}, ${callId}, ${recordingId}, ${box === 'group' ? groupId : null}::bigint, ${box === 'agent' ? userId : null}::bigint, ${at}, ${state},
        ${state === 'new' ? null : userId}::bigint, ${state === 'new' ? sql`null` : later}, ${state === 'done' ? userId : null}::bigint, ${state === 'done' ? later : sql`null`})
      on conflict do nothing`.execute(rows);
    }
  };
