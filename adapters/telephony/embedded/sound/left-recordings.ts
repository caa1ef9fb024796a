import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LeftRecording } from '#core/telephony/exchange-facts.ts';
import { HEADER_BYTES, repairRecording } from './wav.ts';

const ENDING = '.wav';

/** What an earlier run left in the folder of recordings, made playable. What holds no sound is removed, what is not ours stays. To be asked before anything is recorded. */
export async function leftRecordings(folder: string): Promise<LeftRecording[]> {
  const left: LeftRecording[] = [];
  for (const name of await readdir(folder)) {
    if (!name.endsWith(ENDING)) continue;
    const path = join(folder, name);
    const sound = await repairRecording(path);
    if (sound) left.push({ recordingId: name.slice(0, -ENDING.length), path, durationMs: sound.durationMs });
    else if ((await stat(path)).size <= HEADER_BYTES) await rm(path, { force: true });
  }
  return left;
}
