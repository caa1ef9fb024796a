import { isPublicAddress } from '#adapters/http/public-address.ts';
import { openNamesHere, openNamesOutside } from '#adapters/http/resolve-names.ts';
import { mailTrade } from '#adapters/mailbox/mail-trade.ts';
import { whatsappCloud } from '#adapters/whatsapp-cloud/whatsapp-cloud.ts';
import { chatCarriers, openMailboxLedger } from '#features/chat/chat-carriers/server/index.ts';
import { chatChannels } from '#features/chat/chat-channels/server/index.ts';
import { chat, openChatDesk } from '#features/chat/chat/server/index.ts';
import type { AgentBoard, BoardAgent } from '#features/team/agent-status/server/index.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { Leases } from '#platform/server/leases/lease.ts';
import { systemTimer } from '#platform/server/timer.ts';
import type { World } from '#platform/server/world.ts';

const AFTER_CALLS_MS = 100;

/** Agents and visitors meet at one desk; carriers bring those who write from elsewhere. */
export function chatFeatures(world: World, board: AgentBoard, leases: Pick<Leases, 'take'>): ServerFeature[] {
  const desk = openChatDesk(world);
  // Chats that waited for the end of a call do not wait for the next look at all lines; of calls that end one after another, for all of them.
  const due = new Set<number>();
  board.onChange((now, before) => {
    const { tenantId } = now;
    if (!isInCall(before) || isInCall(now) || due.has(tenantId)) return;
    due.add(tenantId);
    systemTimer(AFTER_CALLS_MS, () => {
      due.delete(tenantId);
      desk.line.serve(tenantId);
    });
  });
  const { db, clock, allowPrivate } = world;
  const mail = mailTrade({
    resolve: allowPrivate ? openNamesHere() : openNamesOutside(),
    allows: allowPrivate ? () => true : isPublicAddress,
    ledger: openMailboxLedger(db, leases),
    nowMs: () => clock.nowMs(),
  });
  return [chat(world, desk), chatChannels(world, desk), chatCarriers(world, desk, [whatsappCloud(world), mail])];
}

const isInCall = ({ call, wrapUp }: BoardAgent): boolean => call !== null || wrapUp !== null;
