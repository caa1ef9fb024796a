import { keyUse } from '#core/backup/retired-keys.ts';
import type { KeptBackup } from '#core/backup/backups.port.ts';
import { readKeys, readRetiredKeys, writeKeys, writeRetiredKeys } from '#platform/server/secrets/key-file.ts';
import { fingerprintOf } from './open-installation-backups.ts';

/** What became of the keys that were in use. */
export interface RetiredKeys {
  kept: string[];
  forgotten: string[];
}

/**
 * The last step of a rotation: of the keys in a file the first stays in use. The others are kept apart for what backups hold, and forgotten
 * where none needs them, or where somebody says so. Kept first, then taken away: killed in between, both files have them.
 */
export function retireKeys(
  file: string,
  { backups, forgets }: { backups: readonly KeptBackup[] | null; forgets: boolean },
): RetiredKeys {
  const [inUse, ...old] = readKeys(file);
  const own = fingerprintOf(inUse!);
  const all = new Map([...old, ...readRetiredKeys(file)].map((key) => [fingerprintOf(key), key]));
  all.delete(own);
  const isKept = (name: string): boolean => !forgets && keyUse(name, backups) !== 'unused';
  const names = [...all.keys()];
  const kept = names.filter(isKept);
  writeRetiredKeys(
    file,
    kept.map((name) => all.get(name)!),
  );
  writeKeys(file, [inUse!]);
  return { kept, forgotten: names.filter((name) => !isKept(name)) };
}
