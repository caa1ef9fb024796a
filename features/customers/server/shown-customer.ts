import { maskEmail } from '#core/privacy/email-mask.ts';
import { maskNumbersIn } from '#core/privacy/name-mask.ts';
import { maskPhone } from '#core/privacy/phone-mask.ts';
import type { PhoneWords } from '#features/agents/server/index.ts';
import type { TagColour } from '#features/tags/contract.ts';
import type { Customer } from '../contract.ts';
import type { CustomerRow } from './customers.repo.ts';

export interface Viewer {
  tenantId: number;
  /** Sees stars instead of numbers and addresses. */
  needsMasking: boolean;
  words: PhoneWords;
  tags: ReadonlyMap<number, { name: string; colour: TagColour }>;
  /** Custom fields the tenant hides from those who see stars, by id, and whether they hold a phone. */
  hiddenFields: ReadonlySet<string>;
}

/** What somebody may see of a customer. */
export async function shownCustomer(row: CustomerRow, viewer: Viewer): Promise<Customer> {
  const { needsMasking: masks, tenantId, words } = viewer;
  const { phone_countries: phoneCountries, tag_ids: tagIds, owner_name: ownerName, ...plain } = row;
  return {
    ...plain,
    owner_name: ownerName ?? '',
    phones: await Promise.all(row.phones.map(async (number, place) => ({
      number: masks ? maskPhone(number) : number, country: phoneCountries[place] ?? '', word: masks ? await words.wordFor(tenantId, number) : '',
    }))),
    emails: masks ? row.emails.map(maskEmail) : row.emails,
    note: masks ? maskNumbersIn(row.note) : row.note,
    fields: masks ? Object.fromEntries(Object.entries(row.fields).map(([id, value]) => [id, viewer.hiddenFields.has(id) && value !== null ? '***' : typeof value === 'string' ? maskNumbersIn(value) : value])) : row.fields,
    tags: tagIds.flatMap((id) => {
      const tag = viewer.tags.get(id);
      return tag ? [{ id, ...tag }] : [];
    }),
  };
}
