import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { CarrierRefusal, type ChatCarrier, type CarrierTrade } from '#core/chat/carrier.port.ts';
import { deliveryBackoffMs } from '../core/delivery-backoff.ts';
import { channelsWhere } from '#features/chat/chat/server/index.ts';
import { openTenantSecrets } from '#features/team/agents/server/index.ts';
import type { Db, TenantTx } from '#platform/server/db/db.ts';
import type { Log } from '#platform/server/log.ts';
import { openCarriers, type ChatCarriers } from './open-carriers.ts';
import { openSeals } from './sealed.ts';

export const OUTREACH_TASK = 'chat-carriers.outreach';
/** Announced when a message that was taken to be sent is refused for good: `OutreachRefused`. */
export const OUTREACH_REFUSED = 'chat-carriers.outreachRefused';

export interface OutreachRefused {
  tenantId: number;
  talkId: string;
  messageId: string;
  why: string;
}

/** A caller waits on the line meanwhile; what takes longer goes on without them. */
const PATIENCE_MS = 6_000;

/** A message to a number nobody may have written from: an approved template, its values being the lines of the text, or plain words. */
export interface Outreach {
  number: string;
  template: string;
  /** A language is enough; a template is taken in the country's kind of it that there is. */
  language: string;
  text: string;
  /** The conversation it was sent from. */
  talkId: string;
}

interface OutreachOrder extends Outreach {
  tenantId: number;
  channelId: number;
  clientId: string;
  tries: number;
}

/** Sends messages of flows on the first WhatsApp account that is on. */
export interface FlowOutreach {
  /** `sent` also when it is still being tried; what is refused for good after that is announced. Refused at once, it says why. */
  send(tenantId: number, outreach: Outreach): Promise<{ sent: true; messageId: string } | { sent: false; why: string }>;
  stop(): Promise<void>;
}

/** Where flows talk: the first try is made while the caller is there, and what may help later is left to the job. */
export function openFlowOutreach(
  { db, log }: { db: Db; log: Log },
  trades: readonly CarrierTrade[],
  patienceMs = PATIENCE_MS,
): FlowOutreach {
  const carriers = openCarriers(db, openSeals(openTenantSecrets(db)), trades);
  const attempt = openAttempt({ db, log }, carriers);
  return {
    async send(tenantId, outreach) {
      const [account] = await db.tenant({ tenantId }, (tx) =>
        channelsWhere(tx, sql`c.kind = 'whatsapp' and c.enabled order by c.id limit 1`),
      );
      if (!account) return { sent: false, why: 'notSetUp' };
      const messageId = messageIdOf(outreach.talkId);
      let isLate = false;
      const tried = attempt({ ...outreach, tenantId, channelId: account.id, clientId: messageId, tries: 1 });
      tried
        .then((why) =>
          isLate && why !== null ? db.tenant({ tenantId }, (tx) => pushRefused(tx, messageId, why)) : undefined,
        )
        .catch((problem: unknown) => log.error({ err: problem }, 'a message of a flow was not carried'));
      const late = Promise.withResolvers<null>();
      const timer = setTimeout(() => {
        isLate = true;
        late.resolve(null);
      }, patienceMs);
      const refusal = await Promise.race([tried, late.promise]).finally(() => clearTimeout(timer));
      return refusal === null ? { sent: true, messageId } : { sent: false, why: refusal };
    },
    stop: () => carriers.stop(),
  };
}

/** Sends it again later, under the same id. */
export const openOutreach = (world: { db: Db; log: Log }, carriers: ChatCarriers) => {
  const attempt = openAttempt(world, carriers);
  return async (order: OutreachOrder): Promise<void> => {
    const why = await attempt(order);
    if (why !== null) await world.db.tenant({ tenantId: order.tenantId }, (tx) => pushRefused(tx, order.clientId, why));
  };
};

/** Leads from what a carrier tells of a message to the conversation it was sent from. */
const MESSAGE_ID = /^flow\.([\w-]{1,80})\.[0-9a-f]{12}$/;
const messageIdOf = (talkId: string): string => `flow.${talkId}.${randomBytes(6).toString('hex')}`;

/** Announces it where the message is one of a flow; others are nobody's here. */
export async function pushRefused(tx: TenantTx, messageId: string, why: string): Promise<void> {
  const talkId = MESSAGE_ID.exec(messageId)?.[1];
  if (talkId !== undefined)
    await tx.announce(OUTREACH_REFUSED, { tenantId: tx.tenantId, talkId, messageId, why } satisfies OutreachRefused);
}

/** Tries once. Null when it was sent or will be tried again; otherwise why it is refused for good. */
const openAttempt =
  ({ db, log }: { db: Db; log: Log }, carriers: ChatCarriers) =>
  async (order: OutreachOrder): Promise<string | null> => {
    const { tenantId, channelId, clientId, number, template, text, tries } = order;
    const opened = await carriers.find(tenantId, channelId);
    if (!opened?.row.enabled) return 'notSetUp';
    try {
      const language = template === '' ? order.language : await languageOf(opened.carrier, template, order.language);
      const values = text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '');
      await opened.carrier.send({
        to: { externalId: number, name: '', email: '', phone: number },
        clientId,
        text: template === '' ? text : '',
        file: null,
        template: template === '' ? null : { name: template, language, values },
        thread: {},
        agentName: '',
      });
      return null;
    } catch (thrown) {
      if (!(thrown instanceof CarrierRefusal)) throw thrown;
      const afterMs = thrown.isFinal ? null : deliveryBackoffMs(tries, thrown.maybeTaken);
      log.warn({ channelId, reason: thrown.reason, again: afterMs !== null }, 'a message of a flow was not carried');
      if (afterMs === null) return thrown.reason;
      await db.tenant({ tenantId }, (tx) => tx.enqueue(OUTREACH_TASK, { ...order, tries: tries + 1 }, { afterMs }));
      return null;
    }
  };

/** Templates are approved in `en_US`, conversations are held in `en`. */
async function languageOf(carrier: ChatCarrier, template: string, language: string): Promise<string> {
  const offered = ((await carrier.templates?.()) ?? [])
    .filter(({ name }) => name === template)
    .map((one) => one.language);
  return (
    offered.find((one) => one === language) ??
    offered.find((one) => one.startsWith(`${language}_`)) ??
    offered[0] ??
    language
  );
}
