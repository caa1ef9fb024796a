import { isPublicAddress } from '#adapters/http/public-address.ts';
import { openNamesHere, openNamesOutside } from '#adapters/http/resolve-names.ts';
import { mailTrade } from '#adapters/mailbox/mail-trade.ts';
import { whatsappCloud } from '#adapters/whatsapp-cloud/whatsapp-cloud.ts';
import { chatCarriers, openMailboxLedger } from '#features/chat/chat-carriers/server/index.ts';
import { chatChannels } from '#features/chat/chat-channels/server/index.ts';
import { chat, openChatDesk } from '#features/chat/chat/server/index.ts';
import type { AgentBoard, BoardAgent } from '#features/team/agent-status/server/index.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { World } from '#platform/server/world.ts';

/** Agents and visitors meet at one desk; carriers bring those who write from elsewhere. */
export function chatFeatures(world: World, board: AgentBoard): ServerFeature[] {
  const desk = openChatDesk(world);
  // Chats that waited for the end of a call do not wait for the next look at all lines.
  board.onChange((now, before) => {
    if (isInCall(before) && !isInCall(now)) desk.line.serve(now.tenantId);
  });
  const { db, clock, allowPrivate } = world;
  const mail = mailTrade({
    resolve: allowPrivate ? openNamesHere() : openNamesOutside(),
    allows: allowPrivate ? () => true : isPublicAddress,
    ledger: openMailboxLedger(db),
    nowMs: () => clock.nowMs(),
  });
  return [chat(world, desk), chatChannels(world, desk), chatCarriers(world, desk, [whatsappCloud(world), mail])];
}

const isInCall = ({ call, wrapUp }: BoardAgent): boolean => call !== null || wrapUp !== null;
