import { daysRange } from '#core/calendar/day-range.ts';
import { CustomerSource } from '#shared/codes/customer-source.ts';
import { toWireTime } from '#shared/wire-time.ts';
import type { InputOf } from '#platform/web/call.ts';
import type { Sort, Widened } from '#platform/web/ui/table/table-state.ts';
import { CUSTOMER_SORTS, type customersApi } from '../contract.ts';
import { readCondition } from './use-condition-reader.ts';

/** The filters of the list as the address keeps them; days are those of the reader's zone. */
export const customerFilters = {
  view: '',
  words: '',
  tags: [] as readonly string[],
  tagMatch: 'any',
  owner: '',
  source: [] as readonly string[],
  language: [] as readonly string[],
  country: [] as readonly string[],
  from: '',
  to: '',
  contactFrom: '',
  contactTo: '',
  noCall: '',
  saved: '',
  condition: '',
} as const;
export type CustomerFilters = Widened<typeof customerFilters>;

/** Whom the list shows: everybody, the reader's own, or those deleted in the last 30 days. */
export type CustomerView = 'all' | 'mine' | 'deleted';

export const NEWEST: Sort = { by: 'created', desc: true };
/** Stands for customers nobody owns. */
export const NOBODY = 'none';

export type CustomerListQuery = Omit<InputOf<typeof customersApi.list>, 'page_number' | 'page_size' | 'sort' | 'desc'>;

const numbers = (texts: readonly string[]): number[] =>
  texts.map(Number).filter((one) => Number.isSafeInteger(one) && one > 0);
const isDay = (text: string): boolean =>
  /^[1-9]\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

function moments(from: string, to: string, zone: string): { from: string; to: string } | null {
  const days = [from, to].filter(isDay).toSorted();
  if (days.length === 0) return null;
  const range = daysRange(days[0]!, days.at(-1)!, zone);
  return { from: toWireTime(range.fromMs), to: toWireTime(range.toMs) };
}

/** What to ask the server for. Days become the moments at which they begin and end on the reader's own clock. */
export function customerSearch(filters: CustomerFilters, zone: string): CustomerListQuery {
  const words = filters.words.trim();
  const [tags, owners] = [numbers(filters.tags), numbers([filters.owner])];
  const sources = filters.source.map(Number).filter((code): code is CustomerSource => CustomerSource.has(code));
  const [created, contact] = [
    moments(filters.from, filters.to, zone),
    moments(filters.contactFrom, filters.contactTo, zone),
  ];
  const condition = readCondition(filters.condition);
  const match = filters.tagMatch === 'all' || filters.tagMatch === 'none' ? filters.tagMatch : 'any';
  return {
    ...(words ? { words } : {}),
    ...(tags.length > 0 ? { tag_ids: tags, tag_match: match } : {}),
    ...(owners.length > 0 ? { owner_ids: owners } : {}),
    ...(filters.owner === NOBODY ? { without_owner: true } : {}),
    ...(sources.length > 0 ? { sources } : {}),
    ...(filters.language.length > 0 ? { languages: filters.language } : {}),
    ...(filters.country.length > 0 ? { countries: filters.country.filter((one) => /^[A-Z]{2}$/.test(one)) } : {}),
    ...(created ? { created } : {}),
    ...(contact ? { last_contact: contact } : {}),
    ...(filters.noCall === 'yes' || filters.noCall === 'no' ? { do_not_call: filters.noCall === 'yes' } : {}),
    ...(Number(filters.saved) > 0 ? { condition_group_id: Number(filters.saved) } : {}),
    ...(condition ? { condition } : {}),
    ...(filters.view === 'deleted' ? { deleted: true } : {}),
  };
}

/** The order the server knows by these names. */
export function orderOf(sort: Sort | null): { sort: (typeof CUSTOMER_SORTS)[number]; desc: boolean } {
  const by = CUSTOMER_SORTS.find((one) => one === sort?.by);
  return by && sort ? { sort: by, desc: sort.desc } : { sort: 'created', desc: true };
}
