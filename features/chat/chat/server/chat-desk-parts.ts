import type { World } from '#platform/server/world.ts';
import type { ChatQueue } from './chat-queue.ts';
import type { SayTogether } from './say-together.ts';

/** What everything that changes conversations works with. */
export interface ChatDeskParts extends Pick<World, 'db' | 'clock'> {
  line: ChatQueue;
  sayTogether: SayTogether;
}
