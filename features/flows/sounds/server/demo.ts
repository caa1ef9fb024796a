import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pcmWav } from '#core/telephony/pcm-wav.ts';
import { SAMPLE_RATE } from '#core/telephony/sound.ts';
import { wavSamples } from '#core/sound/wav-samples.ts';
import type { Tx } from '#platform/server/db/db.ts';
import type { DemoTenant } from '#platform/server/feature.ts';
import type { World } from '#platform/server/world.ts';
import type { Language } from '#shared/languages.ts';

const names: Record<Language, { chime: string; hello: string }> = {
  'en-US': { chime: 'Chime', hello: 'Main menu, spoken' },
  'es-MX': { chime: 'Campanilla', hello: 'Menú principal, hablado' },
  'zh-CN': { chime: '提示音', hello: '主菜单语音' },
  'id-ID': { chime: 'Denting', hello: 'Menu utama, diucapkan' },
};

/** A chime, and a menu as a voice speaks it. */
export const demoSounds =
  ({ files }: Pick<World, 'files'>) =>
  async (tx: Tx, { tenantId, language }: DemoTenant): Promise<void> => {
    const called = names[language];
    const menu = promptOf(language, 'menu.main');
    for (const [name, samples] of [
      [called.chime, chime()],
      ...(menu ? [[called.hello, menu] as const] : []),
    ] as const) {
      await keep(tx, files, { tenantId, name, samples });
    }
  };

/** A prompt of ours as a sound of the tenant's; null where the language has none, or the name is taken. */
export async function demoPromptSound(
  tx: Tx,
  files: World['files'],
  { tenantId, name, prompt, language }: { tenantId: number; name: string; prompt: string; language: Language },
): Promise<number | null> {
  const samples = promptOf(language, prompt);
  return samples ? keep(tx, files, { tenantId, name, samples }) : null;
}

async function keep(
  tx: Tx,
  files: World['files'],
  { tenantId, name, samples }: { tenantId: number; name: string; samples: Int16Array },
): Promise<number | null> {
  const key = `t${tenantId}/demo-sound-${name.length}-${samples.length}`;
  const { bytes } = await files.put(
    key,
    (async function* () {
      yield pcmWav(samples, { rate: SAMPLE_RATE, channels: 1 });
    })(),
  );
  const { rows } = await sql<{
    id: number;
  }>`insert into stored_file (tenant_id, purpose, name, media_type, bytes, key) values (${tenantId}, 'flow-sound', 'sound.wav', 'audio/wav', ${bytes}, ${key}) returning id`.execute(
    tx.as(),
  );
  const { rows: made } = await sql<{
    id: number;
  }>`insert into sound (tenant_id, name, file_id, duration_ms) values (${tenantId}, ${name}, ${rows[0]!.id}, ${Math.round((samples.length / SAMPLE_RATE) * 1_000)}) on conflict (tenant_id, name) do nothing returning id`.execute(
    tx.as(),
  );
  return made[0]?.id ?? null;
}

/** Three notes that fade. */
function chime(): Int16Array {
  const notes = [523.25, 659.25, 783.99];
  return Int16Array.from({ length: SAMPLE_RATE * 2 }, (_, n) =>
    notes.reduce((sum, hz, place) => {
      const since = n / SAMPLE_RATE - place * 0.25;
      return since < 0 ? sum : sum + 7_000 * Math.exp(-3 * since) * Math.sin(2 * Math.PI * hz * since);
    }, 0),
  );
}

const HEADER = Buffer.from(
  'RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x07\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data',
  'latin1',
);

function promptOf(language: Language, prompt: string): Int16Array | null {
  const file = join(import.meta.dirname, `../../../../assets/prompts/${language}/${prompt}.ulaw`);
  if (!existsSync(file)) return null;
  const sound = readFileSync(file);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(sound.length);
  return wavSamples(Buffer.concat([HEADER, length, sound]))?.samples ?? null;
}
