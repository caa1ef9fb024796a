import { CarrierRefusal, type Correspondent, type Fate, type OutgoingMessage } from '#core/chat/carrier.port.ts';
import { deliveryBackoffMs } from '../core/delivery-backoff.ts';
import {
  carriedMessage,
  holdOutgoing,
  noteFate,
  postponeOutgoing,
  type OutgoingRow,
} from '#features/chat/chat/server/index.ts';
import { openFile } from '#features/office/files/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import { ChatMessageStatus } from '#shared/codes/chat-message-status.ts';
import { Failure } from '#shared/errors.ts';
import { accountsRepo } from './accounts.repo.ts';
import type { ChatCarriers } from './open-carriers.ts';
import { pushRefused } from './outreach.ts';

export const CARRY_TASK = 'chat-carriers.carry';
/** Longer than any sending takes: after it whoever sent is taken to be dead. */
const HELD_MS = 120_000;

export interface CarryOrder {
  tenantId: number;
  conversationId: number;
}

const codes = {
  sent: ChatMessageStatus.sent,
  delivered: ChatMessageStatus.delivered,
  read: ChatMessageStatus.read,
  failed: ChatMessageStatus.failed,
} as const;

/**
 * Brings what agents wrote to the carrier. Rules:
 * 1. A message and its place in the line are one transaction: what was stored is sent, also after a crash.
 * 2. Of a conversation only the first message in line is under way, held by whoever sends it: none overtakes another.
 * 3. No transaction is held while the carrier is waited for.
 * 4. Whoever dies between sending and noting leaves the message held; when the hold is over it is sent again, unless the carrier
 *    told of it meanwhile. A carrier that tells nothing by our id may so bring a message twice, never not at all.
 */
export function openCarrying(world: Pick<World, 'db' | 'clock' | 'files' | 'log'>, carriers: ChatCarriers) {
  const { db, clock, log } = world;

  /** The first in line, held by us; null: none, not yet due, or somebody else has it. */
  const claim = ({ tenantId, conversationId }: CarryOrder): Promise<OutgoingRow | null> => {
    const nowMs = clock.nowMs();
    return db.tenant({ tenantId }, (tx) => holdOutgoing(tx, conversationId, { nowMs, heldUntilMs: nowMs + HELD_MS }));
  };

  async function outgoingOf(tenantId: number, row: OutgoingRow): Promise<OutgoingMessage> {
    const to: Correspondent = { externalId: row.external_id, name: row.name, email: row.email, phone: row.phone };
    const template = row.detail.template ?? null;
    const base = {
      to,
      clientId: row.client_id,
      thread: row.thread,
      agentName: row.author_name,
      template,
      text: '',
      file: null,
    };
    if (row.file_id === null) return { ...base, text: template ? '' : row.text };
    const fileId = row.file_id;
    const { name, mediaType, bytes, content } = await openFile(world, { tenantId }, fileId);
    content.destroy();
    return {
      ...base,
      file: { name, mediaType, bytes, open: async () => (await openFile(world, { tenantId }, fileId)).content },
    };
  }

  async function sendOne(tenantId: number, row: OutgoingRow): Promise<{ externalId: string } | CarrierRefusal> {
    try {
      const opened = await carriers.find(tenantId, row.channel_id);
      if (!opened?.row.enabled) return new CarrierRefusal('off', true);
      return await opened.carrier.send(await outgoingOf(tenantId, row));
    } catch (thrown) {
      if (thrown instanceof CarrierRefusal) return thrown;
      // Its file is gone: no later try finds it.
      if (thrown instanceof Failure) return new CarrierRefusal('unexpected', true);
      log.error({ err: thrown }, 'a message could not be carried');
      return new CarrierRefusal('unexpected', false);
    }
  }

  /** True: the next in line may go. */
  async function one(order: CarryOrder, row: OutgoingRow): Promise<boolean> {
    const result = await sendOne(order.tenantId, row);
    return db.tenant({ tenantId: order.tenantId }, async (tx) => {
      const accounts = accountsRepo(tx);
      if (!(result instanceof CarrierRefusal)) {
        await noteFate(tx, row.message_id, { status: ChatMessageStatus.sent, why: '', externalId: result.externalId });
        await accounts.contact(row.channel_id, '');
        return true;
      }
      const againMs = result.isFinal ? null : deliveryBackoffMs(row.tries, result.maybeTaken);
      if (againMs === null)
        await noteFate(tx, row.message_id, {
          status: ChatMessageStatus.failed,
          why: result.reason || 'unexpected',
          externalId: null,
        });
      else {
        await postponeOutgoing(tx, row.message_id, clock.nowMs() + againMs);
        await orderCarrying(tx, order, againMs);
      }
      if (isOfAccount(result.reason)) await accounts.contact(row.channel_id, result.reason);
      return againMs === null;
    });
  }

  return {
    /** Everything of one conversation that may go now. */
    async carry(order: CarryOrder): Promise<void> {
      for (let row = await claim(order); row; row = (await one(order, row)) ? await claim(order) : null);
    },

    /** How far a message of ours got, as the carrier tells. */
    async fate(tx: TenantTx, channelId: number, { externalId, clientId, status, reason }: Fate): Promise<void> {
      const messageId = await carriedMessage(tx, channelId, { externalId, clientId });
      const why = status === 'failed' ? reason || 'unexpected' : '';
      if (messageId !== null) await noteFate(tx, messageId, { status: codes[status], why, externalId });
      else if (status === 'failed' && clientId) await pushRefused(tx, clientId, why);
    },
  };
}

/** What the administrator has to know, besides the agent. */
const isOfAccount = (reason: string): boolean =>
  ['badToken', 'unreachable', 'tooSlow', 'privateAddress', 'unexpected'].includes(reason) || /^smtp[A-Z]/.test(reason);

export const orderCarrying = (tx: TenantTx, order: CarryOrder, afterMs?: number): Promise<void> =>
  tx.enqueue(CARRY_TASK, order, afterMs === undefined ? {} : { afterMs, key: `chat carry ${order.conversationId}` });

export type Carrying = ReturnType<typeof openCarrying>;
