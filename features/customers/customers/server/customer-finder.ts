import { sql, type RawBuilder } from 'kysely';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { searchTerms } from '#core/search/search-terms.ts';
import type { PhoneWords } from '#features/team/agents/server/index.ts';
import type { Finder, FoundThing } from '#platform/server/contributions.ts';
import { reachedCustomers } from '#platform/server/customer-reach.ts';
import type { World } from '#platform/server/world.ts';
import type { Customer, CustomerSearch } from '../contract.ts';
import { compileSearch } from './compile-search.ts';
import { readPage, readSearch } from './read-page.ts';
import type { ReadingWatch } from './reading-watch.ts';
import { seesAllCustomers } from './within-reach.ts';

/** Of more than these that have the words, any: whoever types on finds fewer. */
const LOOKED_AT = 300;

/** A few customers by words, those spoken with last first; without the right to view all, one's own. */
export function customerFinder(
  { db, clock, catalogue }: Pick<World, 'db' | 'clock' | 'catalogue'>,
  words: PhoneWords,
  watch: ReadingWatch,
): Finder {
  const idsOf = async (matches: RawBuilder<boolean>, most: number): Promise<number[]> => {
    const rows = await db.numbers(
      'customers by words, a few',
      sql`with c as materialized (select c.id, c.last_contact_at from customer c where ${matches} limit ${LOOKED_AT})
      select c.id from c order by c.last_contact_at desc nulls last, c.id desc limit ${most}`,
    );
    return rows.map(([id]) => id!);
  };

  return {
    kind: 'customer',
    access: 'customers.use',
    async find(caller, { words: typed, most }) {
      const help = { words, savedFilters: catalogue.savedFilters, nowMs: clock.nowMs() };
      const read = (asked: CustomerSearch) => readSearch(db, caller, asked, help);
      const whole = wholeNumber(typed);
      const byNumber = whole ? await read({ tag_match: 'any', sms_phones: [whole] }) : null;
      const exact = byNumber ? await idsOf(compileSearch(byNumber.search, byNumber.world), LOOKED_AT) : [];
      const { search, world, fields } = await read({ tag_match: 'any', words: typed });
      const all = seesAllCustomers(caller);
      // A number typed in full has an index of its own: its parts are looked for only where nobody has it.
      const some = exact.length > 0 ? exact : await idsOf(compileSearch(search, world), all ? most : LOOKED_AT);
      const ids = all
        ? some.slice(0, most)
        : [
            ...new Set([
              ...(await idsOf(compileSearch(search, { ...world, ownOf: caller.userId }), most)),
              ...(await db.tenant({ tenantId: caller.tenantId }, (tx) =>
                reachedCustomers(catalogue, tx, caller, some),
              )),
            ]),
          ].slice(0, most);
      const found = await readPage(db, caller.tenantId, ids, { needsMasking: caller.needsMasking, words, fields });
      await watch.note(caller, ids);
      return found.map(shown);
    },
  };
}

/** Digits of a number that is all that was typed, long enough to have its country's code. */
function wholeNumber(typed: string): string | null {
  const [digits, ...more] = searchTerms(typed);
  return more.length === 0 && digits !== undefined && /^\d{9,15}$/.test(digits) ? digits : null;
}

function shown({ id, full_name: name, company, phones, emails }: Customer): FoundThing {
  const number = spokenNumber(phones[0]?.number ?? '');
  const title = name || company || number || (emails[0] ?? '');
  return {
    kind: 'customer',
    id: String(id),
    title,
    detail: [company, number, emails[0]].filter((part) => part && part !== title).join(' · '),
    at: null,
  };
}
