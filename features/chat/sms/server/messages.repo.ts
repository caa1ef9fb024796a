import { sql } from 'kysely';
import type { SmsProgress } from '#core/sms/sms-message.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { optOutsRepo } from './opt-outs.repo.ts';

export interface NewSms {
  number: string;
  iso2: string;
  customerId: number | null;
  userId: number | null;
  templateId: number | null;
  templateName: string;
  content: string;
  maskedContent: string;
  segments: number;
  costMinor: number;
  currency: string;
  provider: string;
  callId: string;
}

/** A message as its job and its reports see it, locked. */
export interface SmsInHand extends SmsProgress {
  id: number;
  turn: number;
  number: string;
  content: string;
  costMinor: number;
  currency: string;
  givenBack: boolean;
  customerId: number | null;
}

const inHand = sql`id, state at, tries, reason, handed_over "handedOver", turn, number, content, cost_minor "costMinor", currency, given_back "givenBack", customer_id "customerId"`;

/** The messages of one tenant, and who wants none. */
export function messagesRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    ...optOutsRepo(tx),
    async add({
      number,
      iso2,
      customerId,
      userId,
      templateId,
      templateName,
      content,
      maskedContent,
      segments,
      costMinor,
      currency,
      provider,
      callId,
    }: NewSms): Promise<number> {
      const added = await sql<{ id: number }>`
        insert into sms_message (direction, number, iso2, customer_id, user_id, template_id, template_name, content, masked_content, segments, state, cost_minor, currency, provider, call_id)
        values ('outbound', ${number}, ${iso2}, ${customerId}, ${userId}, ${templateId}, ${templateName}, ${content}, ${maskedContent}, ${segments}, 'queued', ${costMinor}, ${currency}, ${provider}, ${callId}) returning id`.execute(
        rows,
      );
      return added.rows[0]!.id;
    },
    /** Null when the carrier told it before. */
    async addReply({
      number,
      iso2,
      customerId,
      userId,
      text,
      maskedText,
      ref,
      provider,
    }: {
      number: string;
      iso2: string;
      customerId: number | null;
      userId: number | null;
      text: string;
      maskedText: string;
      ref: string;
      provider: string;
    }): Promise<number | null> {
      const added = await sql<{ id: number }>`
        insert into sms_message (direction, number, iso2, customer_id, user_id, content, masked_content, state, ref, provider, ended_at)
        values ('inbound', ${number}, ${iso2}, ${customerId}, ${userId}, ${text}, ${maskedText}, 'received', ${ref}, ${provider}, now())
        on conflict (tenant_id, ref) where ref <> '' and direction = 'inbound' do nothing returning id`.execute(rows);
      return added.rows[0]?.id ?? null;
    },
    async hold(id: number): Promise<SmsInHand | undefined> {
      return (
        await sql<SmsInHand>`select ${inHand} from sms_message where id = ${id} and direction = 'outbound' for update`.execute(
          rows,
        )
      ).rows[0];
    },
    async holdByRef(ref: string): Promise<SmsInHand | undefined> {
      return (
        await sql<SmsInHand>`select ${inHand} from sms_message where ref = ${ref} and ref <> '' and direction = 'outbound' order by id desc limit 1 for update`.execute(
          rows,
        )
      ).rows[0];
    },
    async note({ id, at, tries, reason, handedOver, turn, givenBack }: SmsInHand, ref?: string): Promise<void> {
      const isOver = at === 'delivered' || at === 'notDelivered' || at === 'failed';
      await sql`update sms_message set state = ${at}, tries = ${tries}, reason = ${reason}, turn = ${turn}, handed_over = ${handedOver}, given_back = ${givenBack}
        ${ref === undefined ? sql`` : sql`, ref = ${ref}, sent_at = coalesce(sent_at, now())`} ${isOver ? sql`, ended_at = now()` : sql``} where id = ${id}`.execute(
        rows,
      );
    },
    /** Who wrote to a number last. */
    async lastWriter(number: string): Promise<number | null> {
      return (
        (
          await sql<{
            userId: number | null;
          }>`select user_id "userId" from sms_message where number = ${number} and direction = 'outbound' order by id desc limit 1`.execute(
            rows,
          )
        ).rows[0]?.userId ?? null
      );
    },
  };
}
