import type { KeptBackup } from './backups.port.ts';

/** Whether anybody still needs a key, by its fingerprint. */
export type KeyUse = 'named' | 'unsure' | 'unused';

/**
 * Which backups need a key that seals nothing any more. Rules:
 * 1. What is in a backup is sealed under the keys its manifest names: as long as it is kept, they are.
 * 2. Of one that cannot be read nobody knows what it needs, and where no folder of backups is known, neither: then it is kept as well.
 */
export function keyUse(fingerprint: string, kept: readonly Pick<KeptBackup, 'manifest'>[] | null): KeyUse {
  if (kept?.some(({ manifest }) => manifest?.keys.includes(fingerprint))) return 'named';
  return kept === null || kept.some(({ manifest }) => manifest === null) ? 'unsure' : 'unused';
}
