import type { VisitorDesk } from '#features/chat/chat/server/index.ts';
import type { TenantSecrets } from '#features/team/agents/server/index.ts';
import type { World } from '#platform/server/world.ts';
import { entranceHandlers } from './entrance-handlers.ts';
import { visitorCallHandlers } from './visitor-call-handlers.ts';
import { visitorConversationHandlers } from './visitor-conversation-handlers.ts';

/** What pages of visitors ask. Whoever brings no good token learns nothing but that. */
export const visitorRoutes = (
  world: Pick<World, 'db' | 'clock' | 'texts' | 'mail' | 'publicUrl' | 'isPublicUrlGuessed' | 'exchange'>,
  desk: VisitorDesk,
  secrets: TenantSecrets,
) => ({
  ...entranceHandlers(world, desk, secrets),
  ...visitorConversationHandlers(world, desk),
  ...visitorCallHandlers(world),
});
