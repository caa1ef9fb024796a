import { searchFold } from '#core/search/search-fold.ts';
import type { Statements } from './customers-bare.ts';
import type { MadeCustomers } from './customers-data.ts';
import { COMMON_WORDS, conditionsAsked } from './customers-questions.ts';

const PAGE = 30;

/**
 * The best statements somebody who knows these million rows would write for two questions, whatever the product asks, and the page read
 * as the product reads it: what a search that knows nothing of the rows is measured by.
 */
export function byHand(made: MadeCustomers, recorded: Record<string, Statements[]>): Record<string, Statements[]> {
  const withPage = (
    name: string,
    finds: readonly { text: string; values: unknown[] }[],
  ): Record<string, Statements[]> =>
    recorded[name] === undefined
      ? {}
      : { [`${name}.byHand`]: finds.map((find, place) => [find, ...pageOf(recorded[name]![place]!)]) };
  return {
    ...withPage(
      'word.byName',
      COMMON_WORDS.map((word) => commonWord(made, word)),
    ),
    ...withPage(
      'conditions',
      conditionsAsked(made).map((asked) => nested(made, asked)),
    ),
  };
}

/** What reads the rows of a page once they are found. */
const pageOf = (statements: Statements): Statements => statements.slice(-2);

/** Nobody walks names to those that have the word: all are found, and the first of the order are kept. */
const commonWord = ({ tenantId }: MadeCustomers, word: string): Statements[number] => ({
  text: `select c.id from (select id, full_name from customer where tenant_id = $1 and deleted_at is null and search like $2 offset 0) c order by c.full_name, c.id limit ${PAGE}`,
  values: [tenantId, `%${searchFold(word)}%`],
});

/** Both sides of the or are found by themselves: tag and country by one index, the range by the table beside. */
const nested = (
  { tenantId, fields }: MadeCustomers,
  { tagId, score, since }: ReturnType<typeof conditionsAsked>[number],
): Statements[number] => ({
  text: `with found as materialized (
      select id from customer where tenant_id = $1 and deleted_at is null and country = 'MX' and tag_ids && array[$4::bigint] and (owner_id is not null or created_at >= $5::timestamptz)
      union
      select id from customer where id = any(array(select customer_id from customer_number where tenant_id = $1 and field_id = $2 and value > $3)) and tenant_id = $1 and deleted_at is null
        and country = 'MX' and not do_not_call and (owner_id is not null or created_at >= $5::timestamptz))
    select (select count(*) from found) n, id from (select id from found order by id desc limit ${PAGE}) page`,
  values: [tenantId, fields.score, score, tagId, since],
});
