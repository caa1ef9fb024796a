import { sql } from 'kysely';
import { maskNumbersIn } from '#core/privacy/name-mask.ts';
import type { DataSubject, PersonData, TimelineSource } from '#platform/server/contributions.ts';
import { forgottenNumber } from '#platform/server/forgotten-number.ts';
import { statusOf, type SmsRecordRow } from './records.repo.ts';

const ofPerson = ({ customerIds, numbers }: DataSubject) =>
  sql`(customer_id = any(${customerIds}::bigint[]) or number = any(${numbers}::text[]))`;

export const smsPersonData: PersonData = {
  name: 'sms',
  /** Messages go; that the person wants none stays known without the number. */
  async erase(tx, person) {
    for (const number of person.numbers) {
      await sql`update sms_opt_out set number = ${forgottenNumber(tx.tenantId, number)}, word = '' where number = ${number} and not exists (select 1 from sms_opt_out o where o.number = ${forgottenNumber(tx.tenantId, number)})`.execute(
        tx.as(),
      );
      await sql`delete from sms_opt_out where number = ${number}`.execute(tx.as());
    }
    const { numAffectedRows } = await sql`delete from sms_message where ${ofPerson(person)}`.execute(tx.as());
    return Number(numAffectedRows ?? 0);
  },
  async export(tx, person) {
    const { rows: messages } =
      await sql<object>`select direction, number, template_name, content, state, at, sent_at, ended_at from sms_message where ${ofPerson(person)} order by id`.execute(
        tx.as(),
      );
    const { rows: wishes } =
      await sql<object>`select number, word, since from sms_opt_out where number = any(${person.numbers}::text[]) order by id`.execute(
        tx.as(),
      );
    return [...messages, ...wishes.map((wish) => ({ optOut: wish }))];
  },
};

type Line = Pick<
  SmsRecordRow,
  'id' | 'at' | 'direction' | 'state' | 'reason' | 'templateName' | 'content' | 'maskedContent' | 'userName'
>;

export const smsTimeline: TimelineSource = {
  kind: 'sms',
  async read(tx, customerIds, { at, seq }, size, { needsMasking }) {
    const { rows } = await sql<Line>`
      select s.id, s.at, s.direction, s.state, s.reason, s.template_name "templateName", s.content, s.masked_content "maskedContent", coalesce(m.nick_name, '') "userName"
      from sms_message s left join member m on m.user_id = s.user_id
      where s.customer_id = any(${customerIds}::bigint[]) and (date_trunc('second', s.at), s.id) < (${at}::timestamp at time zone 'UTC', ${seq})
      order by date_trunc('second', s.at) desc, s.id desc limit ${size}`.execute(tx.as());
    return rows.map(({ id, at: when, direction, state, reason, templateName, content, maskedContent, userName }) => ({
      seq: id,
      at: when,
      who: direction === 'outbound' ? userName : '',
      body: {
        id,
        direction,
        status: statusOf(state),
        reason,
        templateName,
        text: needsMasking ? maskNumbersIn(maskedContent) : content,
      },
    }));
  },
};
