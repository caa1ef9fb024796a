import { sql } from 'kysely';
import { forgetInCalls, recordingsOfPerson, exportCallsOf } from '#features/voice/call-records/server/index.ts';
import type { CustomerTies, DataSubject, PersonData, TimelineSource } from '#platform/server/contributions.ts';
import { deleteFile } from '#features/office/files/server/index.ts';
import { maskNumbersIn } from '#core/privacy/name-mask.ts';
import type { TenantTx } from '#platform/server/db/db.ts';

const SHOWN_OF_A_TALK = 200;

/** Everybody who wrote as this person: tied to one of their customers, or under their number or address. */
async function visitorsOf(tx: TenantTx, { customerIds, numbers, emails }: DataSubject): Promise<number[]> {
  const small = emails.map((one) => one.toLowerCase());
  const { rows } = await sql<{ id: number }>`
    select id from chat_visitor where customer_id = any(${customerIds}::bigint[]) or proven_customer_id = any(${customerIds}::bigint[]) or (phone <> '' and phone = any(${numbers}::text[])) or (email <> '' and lower(email) = any(${small}::text[])) or (proven_email <> '' and proven_email = any(${small}::text[]))
    union select visitor_id from chat_conversation where customer_id = any(${customerIds}::bigint[])`.execute(tx.as());
  return rows.map(({ id }) => id);
}

/** What carriers call everybody who wrote as this person. */
export async function carriersNamesOf(tx: TenantTx, person: DataSubject): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`select external_id name from chat_visitor where id = any(${await visitorsOf(tx, person)}::bigint[]) and external_id is not null`.execute(
    tx.as(),
  );
  return rows.map(({ name }) => name);
}

async function filesOf(tx: TenantTx, visitors: readonly number[]): Promise<{ fileId: number; name: string }[]> {
  const { rows } = await sql<{ fileId: number; name: string }>`
    select f.file_id "fileId", s.name from chat_file f join stored_file s on s.id = f.file_id and s.deleted_at is null left join chat_conversation c on c.id = f.conversation_id
    where c.visitor_id = any(${visitors}::bigint[]) or f.visitor_id = any(${visitors}::bigint[]) order by 1`.execute(
    tx.as(),
  );
  return rows;
}

/** Their calls from the page of a chat, as far as no customer of theirs leads to them. */
const asCallers = (visitorIds: readonly number[]) => ({ customerIds: [], numbers: [], visitorIds });

export const chatPersonData: PersonData = {
  name: 'chat',
  // Calls from a chat become calls with nobody.
  leadsToOthers: true,
  /** Conversations go with all that was written and sent in them; figures of agents keep no trace of them. */
  async erase(tx, person) {
    const visitors = await visitorsOf(tx, person);
    if (visitors.length === 0) return 0;
    const files = await filesOf(tx, visitors);
    for (const { fileId } of files) await deleteFile(tx, fileId);
    await sql`delete from chat_file where file_id = any(${files.map(({ fileId }) => fileId)}::bigint[])`.execute(
      tx.as(),
    );
    const { rows: talks } = await sql<{
      id: number;
    }>`delete from chat_conversation where visitor_id = any(${visitors}::bigint[]) returning id`.execute(tx.as());
    const { calls, recordings } = await forgetInCalls(tx, asCallers(visitors));
    await sql`delete from chat_visitor where id = any(${visitors}::bigint[])`.execute(tx.as());
    await sql`select chat_forget_events(${visitors}::bigint[], ${talks.map(({ id }) => id)}::bigint[])`.execute(
      tx.as(),
    );
    return talks.length + files.length + visitors.length + calls + recordings;
  },
  /** What colleagues noted for one another is about the person too. */
  async export(tx, person) {
    const visitors = await visitorsOf(tx, person);
    const { rows } = await sql<{ id: number }>`
      select c.id, c.created_at, c.closed_at, c.remark, c.rating, c.rating_note, v.name, v.email, v.proven_email, v.phone, v.language, v.time_zone, v.page_url, v.address, v.user_agent, v.answers,
        (select coalesce(json_agg(json_build_object('at', m.created_at, 'author', m.author, 'name', m.author_name, 'kind', m.kind, 'text', m.text) order by m.no), '[]') from chat_message m where m.conversation_id = c.id) messages
      from chat_visitor v left join chat_conversation c on c.visitor_id = v.id where v.id = any(${visitors}::bigint[]) order by c.id`.execute(
      tx.as(),
    );
    return [...rows, ...(await exportCallsOf(tx, asCallers(visitors)))];
  },
  async files(tx, person) {
    const visitors = await visitorsOf(tx, person);
    return [
      ...(await filesOf(tx, visitors)).map(({ fileId, name }) => ({ fileId, name: `${fileId}-${name}` })),
      ...(await recordingsOfPerson(tx, asCallers(visitors))),
    ];
  },
};

/** Whoever was or is in a conversation has to do with its customer. */
export const chatTies: CustomerTies = (userId, customerIds) => sql`
  select one id from unnest(${customerIds}::bigint[]) one
  where exists (
    select 1 from chat_conversation c where c.customer_id = one and (
      c.agent_id = ${userId} or exists (select 1 from chat_participant p where p.conversation_id = c.id and p.user_id = ${userId})))`;

export const chatTimeline: TimelineSource = {
  kind: 'chat',
  async read(tx, customerIds, { at, seq }, size, { needsMasking }) {
    const { rows } = await sql<{
      id: number;
      at: string;
      who: string;
      state: string;
      last_text: string;
      last_no: number;
      rating: number | null;
      remark: string;
      channel: string;
    }>`
      select c.id, c.created_at at, coalesce(m.nick_name, '') who, c.state, c.last_text, c.last_no, c.rating, c.remark, ch.name channel
      from chat_conversation c join chat_channel ch on ch.id = c.channel_id left join member m on m.user_id = c.agent_id
      where c.customer_id = any(${customerIds}::bigint[]) and (date_trunc('second', c.created_at), c.id) < (${at}::timestamp at time zone 'UTC', ${seq})
      order by date_trunc('second', c.created_at) desc, c.id desc limit ${size}`.execute(tx.as());
    return rows.map(({ id, at: when, who, last_text: text, remark, ...rest }) => ({
      seq: id,
      at: when,
      who,
      body: {
        id,
        ...rest,
        text: shown(text, needsMasking).slice(0, SHOWN_OF_A_TALK),
        remark: shown(remark, needsMasking),
      },
    }));
  },
};

const shown = (text: string, needsMasking: boolean): string => (needsMasking ? maskNumbersIn(text) : text);
