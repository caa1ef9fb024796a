import { sql } from 'kysely';
import type { LineMedia } from '#core/call/line-media.ts';
import type { SoundUses } from '#platform/server/contributions.ts';
import { namesNothing } from '#platform/server/db/db.ts';
import { Failure } from '#shared/errors.ts';
import type { GroupFields } from '../contract.ts';
import type { GroupRow } from './groups.repo.ts';

/** What a group sounds like, as calls play it. */
export function mediaOf({
  musicSoundId,
  welcomeSoundId,
  repeatSoundId,
  repeatEverySec,
  agentSoundId,
  consentSoundId,
  recordingRules,
}: GroupRow): LineMedia {
  const repeats = repeatSoundId !== null && repeatEverySec !== null;
  return {
    musicSoundId,
    welcomeSoundId,
    repeat: repeats ? { soundId: repeatSoundId, everyMs: repeatEverySec * 1_000 } : null,
    agentSoundId,
    consentSoundId,
    recordingRules,
  };
}

/** Groups that play these sounds: while they do, the sounds stay. */
export const soundsOfGroups: SoundUses = async (tx, soundIds) => {
  const { rows } = await sql<{ soundId: number; id: number; name: string }>`
    select distinct s.id "soundId", g.id, g.name
    from unnest(${soundIds}::bigint[]) as s (id)
    join agent_group g on g.music_sound_id = s.id or g.welcome_sound_id = s.id or g.repeat_sound_id = s.id or g.agent_sound_id = s.id or g.consent_sound_id = s.id
    order by g.name, g.id`.execute(tx.as());
  return rows.map(({ soundId, id, name }) => ({ soundId, use: { kind: 'group', id, name } }));
};

/** An announcement that comes again has a time, and only then. */
export function checkRepeat({ repeatSoundId, repeatEverySec }: GroupFields): void {
  if ((repeatSoundId === null) !== (repeatEverySec === null))
    throw new Failure('invalidInput', 'repeatEverySec: with repeatSoundId, and only then');
}

const fieldOf: Readonly<Record<string, keyof GroupFields>> = {
  agent_group_music_sound: 'musicSoundId',
  agent_group_welcome_sound: 'welcomeSoundId',
  agent_group_repeat_sound: 'repeatSoundId',
  agent_group_agent_sound: 'agentSoundId',
  agent_group_consent_sound: 'consentSoundId',
};

/** The field that names a sound the team does not have; null for any other trouble. */
export function missingSound(thrown: unknown): keyof GroupFields | null {
  return namesNothing(thrown) ? (fieldOf[(thrown as { constraint?: string }).constraint ?? ''] ?? null) : null;
}
