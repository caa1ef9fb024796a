import { sql } from 'kysely';
import type { SoundUses } from '#platform/server/contributions.ts';

/** Campaigns that play these sounds: while they do, the sounds stay. A team has a thousand campaigns of a kind at most. */
export const soundsOfCampaigns: SoundUses = async (tx, soundIds) => {
  const { rows } = await sql<{ soundId: number; id: number; name: string }>`
    select distinct s.id "soundId", c.id, c.name from unnest(${soundIds}::bigint[]) as s (id)
    join campaign c on c.removed_at is null and (c.abandoned_sound_id = s.id or c.machine_sound_id = s.id) order by c.name, c.id`.execute(
    tx.as(),
  );
  return rows.map(({ soundId, id, name }) => ({ soundId, use: { kind: 'campaign', id, name } }));
};
