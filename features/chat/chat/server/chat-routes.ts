import { openTenantSecrets, phoneWords } from '#features/team/agents/server/index.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import type { chatApi } from '../contract.ts';
import type { ChatDesk } from './chat-desk.ts';
import { chatSettingsHandlers } from './chat-settings-handlers.ts';
import { choiceHandlers } from './choice-handlers.ts';
import { decidingHandlers } from './deciding-handlers.ts';
import { readingHandlers } from './reading-handlers.ts';
import { writingHandlers } from './writing-handlers.ts';

/** The calls of the agents' pages. */
export function chatRoutes(
  world: Pick<World, 'db' | 'clock' | 'files' | 'virusScan' | 'log' | 'catalogue'>,
  { agents }: Pick<ChatDesk, 'agents'>,
): Handlers<typeof chatApi> {
  const parts = { ...world, words: phoneWords(openTenantSecrets(world.db)) };
  return {
    ...readingHandlers(parts),
    ...choiceHandlers(parts),
    ...writingHandlers(parts, agents),
    ...decidingHandlers(parts, agents),
    ...chatSettingsHandlers(parts),
  };
}
