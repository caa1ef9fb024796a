import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { CarrierRefusal } from '#core/chat/carrier.port.ts';
import { carryAgainAfterMs } from '#core/chat/carry-again.ts';
import type { Db, TenantTx } from '#platform/server/db/db.ts';
import type { Log } from '#platform/server/log.ts';
import type { Carriers } from './open-carriers.ts';

export const OUTREACH_TASK = 'chat-carriers.outreach';

/** A message to a number nobody may have written from: an approved template, its values being the lines of the text, or plain words. */
export interface Outreach {
  number: string;
  template: string;
  language: string;
  text: string;
}

interface OutreachOrder extends Outreach {
  tenantId: number;
  channelId: number;
  clientId: string;
  tries: number;
}

/** Orders it to be sent on the first WhatsApp account that is on; false where there is none. */
export async function orderOutreach(tx: TenantTx, outreach: Outreach): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`select id from chat_channel where kind = 'whatsapp' and enabled order by id limit 1`.execute(tx.as());
  if (!rows[0]) return false;
  await tx.enqueue(OUTREACH_TASK, { ...outreach, tenantId: tx.tenantId, channelId: rows[0].id, clientId: randomUUID(), tries: 1 } satisfies OutreachOrder);
  return true;
}

/** Sends it; what may help later is tried again under the same id. */
export const openOutreach = ({ db, log }: { db: Db; log: Log }, carriers: Carriers) => async (order: OutreachOrder): Promise<void> => {
  const { tenantId, channelId, clientId, number, template, language, text, tries } = order;
  const opened = await carriers.find(tenantId, channelId);
  if (!opened?.row.enabled) return;
  try {
    const values = text.split('\n').map((line) => line.trim()).filter((line) => line !== '');
    await opened.carrier.send({ to: { externalId: number, name: '', email: '', phone: number }, clientId, text: template === '' ? text : '', file: null, template: template === '' ? null : { name: template, language, values }, thread: {}, agentName: '' });
  } catch (thrown) {
    if (!(thrown instanceof CarrierRefusal)) throw thrown;
    const afterMs = thrown.isFinal ? null : carryAgainAfterMs(tries, thrown.maybeTaken);
    log.warn({ channelId, reason: thrown.reason, again: afterMs !== null }, 'a message of a flow was not carried');
    if (afterMs !== null) await db.tenant({ tenantId }, (tx) => tx.enqueue(OUTREACH_TASK, { ...order, tries: tries + 1 }, { afterMs }));
  }
};
