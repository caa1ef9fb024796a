import { whatsappCloud } from '#adapters/whatsapp-cloud/whatsapp-cloud.ts';
import { chatCarriers } from '#features/chat-carriers/server/index.ts';
import { chatChannels } from '#features/chat-channels/server/index.ts';
import { chat, openChatDesk } from '#features/chat/server/index.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { World } from '#platform/server/world.ts';

/** Agents and visitors meet at one desk; carriers bring those who write from elsewhere. */
export function chatFeatures(world: World): ServerFeature[] {
  const desk = openChatDesk(world);
  return [chat(world, desk), chatChannels(world, desk), chatCarriers(world, desk, [whatsappCloud(world)])];
}
