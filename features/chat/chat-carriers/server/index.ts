import type { CarrierTrade } from '#core/chat/carrier.port.ts';
import { openTenantSecrets } from '#features/team/agents/server/index.ts';
import { CHAT_LOOKED_AT, CHAT_TO_CARRY } from '#features/chat/chat/contract.ts';
import { threadOf, type VisitorDesk } from '#features/chat/chat/server/index.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { chatCarriersApi } from '../contract.ts';
import { accountRoutes } from './account-routes.ts';
import { openAutoReplies } from './auto-replies.ts';
import { calledRoutes } from './called-routes.ts';
import { CARRY_TASK, openCarrying, orderCarrying, type CarryOrder } from './carry.ts';
import { incomingPersonData } from './incoming-person.ts';
import { openIncoming, TAKE_IN_TASK, type TakeInOrder } from './incoming.ts';
import { openCarriers } from './open-carriers.ts';
import { openOutreach, OUTREACH_TASK } from './outreach.ts';
import { openReception } from './receive.ts';
import { openSeals } from './sealed.ts';
import { lookJob } from './upkeep.ts';
import { openWatches } from './watches.ts';

const SEEN_TASK = 'chat-carriers.seen';

export { openMailboxLedger } from './mailbox-ledger.ts';
export { openFlowOutreach, OUTREACH_REFUSED, type FlowOutreach, type OutreachRefused } from './outreach.ts';

/** Channels that others carry: WhatsApp, mailboxes. Conversations are the chat's own; here messages come in and go out. */
export function chatCarriers(
  world: Pick<World, 'db' | 'clock' | 'files' | 'log' | 'publicUrl'>,
  desk: Pick<VisitorDesk, 'fromVisitor' | 'storeVisitorFile' | 'aside'>,
  trades: readonly CarrierTrade[],
): ServerFeature {
  const { db, log } = world;
  const seals = openSeals(openTenantSecrets(db));
  const carriers = openCarriers(db, seals, trades);
  const receive = openReception(world, desk);
  const carrying = openCarrying(world, carriers);
  const incoming = openIncoming(world, carriers, receive);
  const watches = openWatches(world, carriers, receive, openAutoReplies(db, desk), carrying);

  /** As good as it goes: an agent looked, and whoever wrote may know it. */
  async function seen({ tenantId, conversationId }: CarryOrder): Promise<void> {
    const known = await db.tenant({ tenantId }, (tx) => threadOf(tx, conversationId));
    const opened = known && (await carriers.find(tenantId, known.channel_id));
    await opened?.carrier
      .seen?.(known!.thread)
      .catch((problem: unknown) => log.debug({ err: problem }, 'a carrier was not told that a message was read'));
  }

  return {
    name: 'chat-carriers',
    personData: [incomingPersonData],
    jobs: [
      { task: CARRY_TASK, waits: true, outgoing: 'kept', run: (order: CarryOrder) => carrying.carry(order) },
      { task: TAKE_IN_TASK, waits: true, run: (order: TakeInOrder) => incoming.takeIn(order) },
      { task: SEEN_TASK, waits: true, outgoing: 'forgettable', run: seen },
      { task: OUTREACH_TASK, waits: true, outgoing: 'kept', run: openOutreach(world, carriers) },
      lookJob(world),
    ],
    subscriptions: {
      [CHAT_TO_CARRY]: ({ tenantId, conversationId }: CarryOrder) =>
        db.tenant({ tenantId }, (tx) => orderCarrying(tx, { tenantId, conversationId })),
      [CHAT_LOOKED_AT]: ({ tenantId, conversationId }: CarryOrder) =>
        db.tenant({ tenantId }, (tx) => tx.enqueue(SEEN_TASK, { tenantId, conversationId })),
    },
    routes: routes('chat-carriers', chatCarriersApi, {
      ...accountRoutes(world, { carriers, seals }),
      ...calledRoutes(world, { carriers, incoming, carrying }),
    }),
    start: watches.start,
    async stop() {
      await watches.stop();
      await carriers.stop();
    },
  };
}
