import { sql } from 'kysely';
import { CarrierRefusal, type CarriedFile, type Noticed } from '#core/chat/carrier.port.ts';
import { CHAT_FILE_MOST } from '#features/chat/chat/contract.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import type { World } from '#platform/server/world.ts';
import { keptName } from './message-ids.ts';
import type { ChatCarriers, Opened } from './open-carriers.ts';
import type { Receive } from './receive.ts';

export const TAKE_IN_TASK = 'chat-carriers.takeIn';
const HELD_MS = 120_000;
/** So often a file is asked for before the agent is told that it is lost. */
const FETCHES_MOST = 6;

export interface TakeInOrder {
  tenantId: number;
  channelId: number;
  fromId: string;
}

/**
 * Messages of carriers that call us. Rules:
 * 1. Kept before the carrier is thanked; told again it is kept once.
 * 2. Of one correspondent only the first is taken in at a time, so that theirs stay in order.
 * 3. Files are fetched after the thanks: a carrier that waits too long calls again.
 * 4. What is left of one that was taken in tells nobody's number: only hashes, by which it is known again.
 */
export function openIncoming({ db, clock }: Pick<World, 'db' | 'clock'>, carriers: ChatCarriers, receive: Receive) {
  const claim = ({
    tenantId,
    channelId,
    fromId,
  }: TakeInOrder): Promise<{ id: number; body: Noticed; tries: number } | null> =>
    db.tenant({ tenantId }, async (tx) => {
      const now = momentOfMs(clock.nowMs());
      const { rows } = await sql<{ id: number; body: Noticed; tries: number }>`
        with first as (select id from chat_incoming where channel_id = ${channelId} and from_id = ${fromId} and done_at is null order by id limit 1 for update)
        update chat_incoming i set held_until = ${momentOfMs(clock.nowMs() + HELD_MS)}, tries = i.tries + 1 from first where i.id = first.id and (i.held_until is null or i.held_until <= ${now}) returning i.id, i.body, i.tries`.execute(
        tx.as(),
      );
      return rows[0] ?? null;
    });

  async function filesOf(
    { account, trade }: Opened,
    files: Noticed['files'],
    tries: number,
  ): Promise<{ files: CarriedFile[]; lost: { name: string }[] }> {
    const found: CarriedFile[] = [];
    const lost: { name: string }[] = [];
    for (const file of files) {
      try {
        found.push(await trade.called!.fetch(account, file, CHAT_FILE_MOST));
      } catch (thrown) {
        if (!(thrown instanceof CarrierRefusal) || (!thrown.isFinal && tries < FETCHES_MOST)) throw thrown;
        lost.push({ name: file.name });
      }
    }
    return { files: found, lost };
  }

  const free = (tenantId: number, id: number) =>
    db.tenant({ tenantId }, (tx) => sql`update chat_incoming set held_until = null where id = ${id}`.execute(tx.as()));

  return {
    async keep(tx: TenantTx, channelId: number, noticed: readonly Noticed[]): Promise<void> {
      const writers = new Set<string>();
      for (const one of noticed) {
        const { rows } = await sql`
          insert into chat_incoming (channel_id, external_id, from_id, body) values (${channelId}, ${keptName(one.externalId)}, ${keptName(one.from.externalId)}, ${JSON.stringify(one)}::jsonb) on conflict (tenant_id, channel_id, external_id) do nothing returning id`.execute(
          tx.as(),
        );
        if (rows.length > 0) writers.add(keptName(one.from.externalId));
      }
      for (const fromId of writers) await orderTakingIn(tx, { tenantId: tx.tenantId, channelId, fromId });
    },

    /** Everything of one correspondent that waits. */
    async takeIn(order: TakeInOrder): Promise<void> {
      const { tenantId } = order;
      for (let row = await claim(order); row; row = await claim(order)) {
        try {
          const opened = await carriers.find(tenantId, order.channelId);
          if (!opened) return;
          const { files, lost } = await filesOf(opened, row.body.files, row.tries);
          await receive(opened, { ...row.body, files }, lost);
        } catch (thrown) {
          await free(tenantId, row.id);
          throw thrown;
        }
        const { id } = row;
        await db.tenant({ tenantId }, (tx) =>
          sql`update chat_incoming set done_at = now(), body = null, held_until = null where id = ${id}`.execute(
            tx.as(),
          ),
        );
      }
    },
  };
}

export const orderTakingIn = (tx: TenantTx, order: TakeInOrder): Promise<void> => tx.enqueue(TAKE_IN_TASK, order);

export type Incoming = ReturnType<typeof openIncoming>;
