import { sql } from 'kysely';
import { wallClock } from '../core/wall-clock.ts';
import { tagNames } from '#features/customers/tags/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { ServerTexts } from '#platform/server/texts.ts';
import { Consent } from '#shared/codes/consent.ts';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { CustomerSource } from '#shared/codes/customer-source.ts';
import type { Language } from '#shared/languages.ts';

/** What ids and codes are called, for one reader; each takes what COPY writes of it. */
export interface ExportNames {
  person(id: string): string;
  tags(ids: string): string;
  source(code: string): string;
  language(code: string): string;
  consent(code: string): string;
  country(iso2: string): string;
  flag(flag: string): string;
  /** A moment of the wire on the reader's wall. */
  at(wire: string): string;
}

export interface ExportReader {
  language: Language;
  timeZone: string;
}

/** Reads who and what has a name in the tenant. Read after the rows have begun to come, so that nothing they name is missing. */
export async function exportNames(
  tx: TenantTx,
  texts: ServerTexts,
  { language, timeZone }: ExportReader,
  between: string,
): Promise<ExportNames> {
  const { rows: people } = await sql<{
    user_id: number;
    nick_name: string;
  }>`select user_id, nick_name from member`.execute(tx.as());
  const tags = await tagNames(tx);
  const regions = new Intl.DisplayNames([language], { type: 'region' });
  const named = (table: { rows: readonly { code: string | number; key: string }[] }): Map<string, string> =>
    new Map(table.rows.map(({ code, key }) => [String(code), texts.say(language, key)]));
  const [sources, languages, consents] = [named(CustomerSource), named(CustomerLanguage), named(Consent)];
  const persons = new Map(people.map(({ user_id: id, nick_name: name }) => [String(id), name]));
  const [yes, no] = [texts.say(language, 'customers.yes'), texts.say(language, 'customers.no')];
  return {
    person: (id) => persons.get(id) ?? '',
    tags: remembered((ids) =>
      ids
        .slice(1, -1)
        .split(',')
        .flatMap((id) => tags.get(Number(id))?.name ?? [])
        .join(between),
    ),
    source: (code) => sources.get(code) ?? '',
    language: (code) => languages.get(code) ?? code,
    consent: (code) => consents.get(code) ?? '',
    country: remembered((iso2) => (/^[A-Z]{2}$/.test(iso2) ? (regions.of(iso2) ?? iso2) : iso2)),
    flag: (flag) => (flag === 't' ? yes : no),
    at: wallClock(timeZone),
  };
}

const KEPT_MOST = 20_000;

/** Few different ones are asked for again and again. */
function remembered(work: (asked: string) => string): (asked: string) => string {
  const known = new Map<string, string>();
  return (asked) => {
    let answer = known.get(asked);
    if (answer === undefined) {
      if (known.size >= KEPT_MOST) known.clear();
      known.set(asked, (answer = work(asked)));
    }
    return answer;
  };
}
