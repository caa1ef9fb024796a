import type { World } from '#platform/server/world.ts';
import type { ChatCarriers } from './open-carriers.ts';
import type { Seals } from './sealed.ts';

/** What administrators of accounts need. */
export interface AccountParts extends Pick<World, 'db' | 'publicUrl'> {
  carriers: ChatCarriers;
  seals: Seals;
}
