import type { World } from '#platform/server/world.ts';
import type { Line } from './line.ts';

/** What everything that changes conversations works with. */
export interface DeskParts extends Pick<World, 'db' | 'clock'> {
  line: Line;
}
