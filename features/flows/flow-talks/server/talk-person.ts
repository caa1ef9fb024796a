import { sql } from 'kysely';
import type { DataSubject, PersonData, TimelineSource } from '#platform/server/contributions.ts';
import { readTalksRepo } from './read-talks.repo.ts';

const ofPerson = ({ customerIds, numbers }: DataSubject) =>
  sql`(t.customer_id = any(${customerIds}::bigint[]) or (t.number <> '' and t.number = any(${numbers}::text[])))`;

export const talkPersonData: PersonData = {
  name: 'flow-talks',
  /** That there was a conversation stays for the figures; who it was with and what was said goes. */
  async erase(tx, person) {
    await sql`delete from flow_talk_message where talk in (select t.id from flow_talk t where ${ofPerson(person)})`.execute(
      tx.as(),
    );
    const { numAffectedRows } =
      await sql`update flow_talk t set number = '', customer_id = null, variables = '{}' where ${ofPerson(person)}`.execute(
        tx.as(),
      );
    return Number(numAffectedRows ?? 0);
  },
  async export(tx, person) {
    const { rows } = await sql<object>`
      select t.flow_name flow, t.number, t.our_number called, t.started_at, t.ended_at, t.result, t.variables,
        (select coalesce(json_agg(json_build_object('type', m.type, 'info', m.info) order by m.no), '[]') from flow_talk_message m where m.talk = t.id and m.type in (6, 22, 23, 24, 31, 32)) said
      from flow_talk t where ${ofPerson(person)} order by t.id`.execute(tx.as());
    return rows;
  },
};

export const talkTimeline: TimelineSource = {
  kind: 'ai',
  async read(tx, customerIds, before, size) {
    const rows = await readTalksRepo(tx).before(customerIds, before, size);
    return rows.map(({ id, startedAt, flowName, talkId, callId, result, durationSec, turns }) => ({
      seq: id,
      at: startedAt,
      who: flowName,
      body: { talkId, callId, result, durationSec, turns },
    }));
  },
};
