import { sql, type RawBuilder } from 'kysely';
import { shownEnds } from '#core/privacy/phone-mask.ts';
import { searchFold } from '#core/search/search-fold.ts';
import { groupMembers } from '#features/team/agent-groups/server/index.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import { nameHasWords, textHasWords } from '#platform/server/db/search-words.ts';
import { callSort, lossPlaceOf } from './call-sort.ts';
import type { NameSearch, NumberSearch, CallRecordSearch } from './call-record-search.ts';

/** One's own calls are a range of `call_agent`, everybody's one of `call_record`. Records are looked into only when the search asks about them. */
export function source({ ownOf, range: _range, ...asked }: CallRecordSearch): {
  from: RawBuilder<unknown>;
  at: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
} {
  if (ownOf === undefined) return { from: sql`call_record r`, at: sql`r.started_at`, id: sql`r.id` };
  const from = Object.values(asked).some((value) => value !== undefined)
    ? sql`call_agent p join call_record r on r.id = p.record_id`
    : sql`call_agent p`;
  return { from, at: sql`p.started_at`, id: sql`p.record_id` };
}

/** What a record must be to be found. */
export function matching(search: CallRecordSearch): RawBuilder<unknown> {
  const {
    range,
    direction,
    groupId,
    userGroupId,
    name,
    ids,
    number,
    caller,
    callId,
    customerId,
    status,
    sort,
    userId,
    campaignId,
    trunkId,
    didNumberId,
    lostAt,
    min,
    max,
    ownOf,
  } = search;
  const { at, id } = source(search);
  const parts = [sql`true`];
  if (ownOf !== undefined) parts.push(sql`p.user_id = ${ownOf}`);
  if (range) parts.push(sql`${at} >= ${momentOfMs(range.fromMs)} and ${at} < ${momentOfMs(range.toMs)}`);
  if (direction) parts.push(sql`r.direction = ${direction}`);
  if (groupId) parts.push(sql`r.group_id = ${groupId}`);
  if (userGroupId)
    parts.push(
      sql`exists (select 1 from call_agent a join ${groupMembers} gm on gm.user_id = a.user_id where a.record_id = r.id and gm.group_id = ${userGroupId})`,
    );
  if (name) parts.push(named(name));
  if (ids) parts.push(sql`${id} = any(${[...ids]}::bigint[])`);
  if (number) parts.push(customerNumber(number));
  if (caller)
    parts.push(
      sql`case when r.direction = 'inbound' then ${customerNumber(caller)} else ${startsWith(sql`r.our_number`, caller.digits)} or r.sip_num = ${caller.digits} end`,
    );
  if (callId) parts.push(sql`r.call_id = ${callId}`);
  if (customerId) parts.push(sql`r.customer_id = ${customerId}`);
  // The index of outcomes leaves out the two that nobody looks for; said again, the planner sees that it fits.
  if (status !== undefined)
    parts.push(status > 1 ? sql`r.outcome = ${status} and r.outcome > 1` : sql`r.outcome = ${status}`);
  if (sort) parts.push(sql`r.ended_at is not null and ${callSort(sort)}`);
  if (userId) parts.push(sql`r.user_id = ${userId}`);
  if (campaignId) parts.push(sql`r.task_id = ${String(campaignId)}`);
  if (trunkId) parts.push(sql`r.line_id = ${trunkId}`);
  if (didNumberId) parts.push(sql`r.did_number_id = ${didNumberId}`);
  // Said again for the index of lost calls.
  if (lostAt)
    parts.push(
      sql`r.ended_at is not null and r.direction = 'inbound' and r.outcome > 1 and ${lossPlaceOf} = ${lostAt}`,
    );
  if (min !== undefined) parts.push(sql`r.duration_sec >= ${min}`);
  if (max !== undefined) parts.push(sql`r.duration_sec <= ${max}`);
  return sql.join(parts, sql` and `);
}

function named({ text, by }: NameSearch): RawBuilder<unknown> {
  if (by === 'part') return nameHasWords(sql`r.customer_name`, text);
  if (by === 'words') return sql.join(textHasWords(sql`r.customer_words`, text), sql` and `);
  const letter = searchFold([...text][0] ?? '');
  // The words that are kept begin with the folded name, after a space.
  return sql`left(case when r.customer_words = '' then ' ' || search_fold(r.customer_name) else r.customer_words end, ${letter.length + 1}) = ${` ${letter}`}`;
}

/** Nothing is asked for but a name that more have than are counted. */
export const isCappedName = ({ range: _range, name, ...rest }: CallRecordSearch): boolean =>
  name?.by === 'words' && Object.values(rest).every((value) => value === undefined);

/** Ranges instead of patterns: `like` could not use an index behind row-level security. */
function customerNumber({ digits, by }: NumberSearch): RawBuilder<unknown> {
  if (by === 'whole' || digits === '') return sql`r.customer_number = ${digits} and ${digits} <> ''`;
  if (by === 'visibleEnd')
    return sql`(${sql.join(
      shownEnds.map(
        ({ from, to, digits: shown }) =>
          sql`(length(r.customer_number) between ${from} and ${to} and ${endsWith(digits.slice(-shown))})`,
      ),
      sql` or `,
    )})`;
  return sql`(${startsWith(sql`r.customer_number`, digits)} or ${endsWith(digits)})`;
}

const endsWith = (digits: string): RawBuilder<unknown> =>
  startsWith(sql`r.customer_number_backwards`, [...digits].reverse().join(''));

function startsWith(column: RawBuilder<unknown>, digits: string): RawBuilder<unknown> {
  if (digits === '') return sql`false`;
  const next = digits.slice(0, -1) + String.fromCharCode(digits.charCodeAt(digits.length - 1) + 1);
  return sql`(${column} >= ${digits} and ${column} < ${next})`;
}
