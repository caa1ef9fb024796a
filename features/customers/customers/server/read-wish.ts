import { readCustomValue } from '#core/customer/custom-value.ts';
import { joinedName } from '../core/full-name.ts';
import { keptNumber } from '#core/customer/phone-number.ts';
import { maskEmail } from '#core/privacy/email-mask.ts';
import { maskPhone } from '#core/privacy/phone-mask.ts';
import { isPhoneWord, type PhoneWords } from '#features/team/agents/server/index.ts';
import { assertTags } from '#features/customers/tags/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { Failure } from '#shared/errors.ts';
import type { CustomerWish, FieldValue } from '../contract.ts';
import { customersRepo, type CustomerRow, type CustomerValues } from './customers.repo.ts';
import { HIDDEN, maskedField } from './shown-customer.ts';
import type { TenantFields } from './tenant-fields.ts';

export interface WishWorld {
  words: PhoneWords;
  fields: TenantFields;
  needsMasking: boolean;
  /** A program of the tenant: what it brings was never hidden from it. */
  isKey?: boolean;
  /** Required fields may be left empty: somebody who calls is known by a number alone. */
  lenient?: boolean;
}

const wrong = (what: string): never => {
  throw new Failure('invalidInput', what);
};

/** Whether a number or address is new from somebody who sees stars: the answer would tell whether it was a hidden one. */
const assertNotTyped = ({ needsMasking, isKey }: Pick<WishWorld, 'needsMasking' | 'isKey'>): void => {
  if (needsMasking && !isKey) throw new Failure('numbersHidden');
};

export type WishNumbers = Partial<Pick<CustomerValues, 'phones' | 'phone_countries'>>;

/** The numbers among what somebody wants; nothing else has to be known for them. */
export const readNumbers = async (
  { tenantId }: Pick<TenantTx, 'tenantId'>,
  { phones, country }: Pick<CustomerWish, 'phones' | 'country'>,
  world: Omit<WishWorld, 'fields'>,
  before: CustomerRow | null,
): Promise<WishNumbers> =>
  phones ? readPhones(tenantId, phones, world, before, country ?? before?.country ?? '') : {};

/**
 * Checks what somebody wants of a customer and reads it into columns. What a reader of stars sends back as they saw it
 * leaves the value as it was. `numbers` are its numbers, where they were read by now.
 */
export async function readWish(
  tx: TenantTx,
  wish: CustomerWish,
  world: WishWorld,
  before: CustomerRow | null,
  numbers?: WishNumbers,
): Promise<Partial<CustomerValues>> {
  const { phones, emails, fields, tag_ids: tagIds, owner_id: ownerId, note, time_zone: timeZone, ...plain } = wish;
  const isUntouched = (key: string, value: unknown): boolean =>
    before !== null && isAsSeen(key, value, before[key as keyof CustomerRow], world);
  const values: Partial<CustomerValues> = Object.fromEntries(
    Object.entries(plain).filter(
      ([key, value]) => value !== undefined && plainColumns.has(key) && !isUntouched(key, value),
    ),
  );
  if (phones) Object.assign(values, numbers ?? (await readNumbers(tx, wish, world, before)));
  if (emails)
    values.emails = [...new Set(emails.filter((one) => one !== '').map((one) => readEmail(one, world, before)))];
  if (fields) values.fields = readFields(fields, world, before, wish.country ?? before?.country ?? '');
  if (tagIds) {
    await assertTags(tx, tagIds);
    values.tag_ids = [...new Set(tagIds)].toSorted((a, b) => a - b);
  }
  if (ownerId !== undefined) {
    if (ownerId !== null && ownerId !== before?.owner_id && !(await customersRepo(tx).isMember(ownerId)))
      throw new Failure('notInTeam');
    values.owner_id = ownerId;
  }
  if (note !== undefined && !isUntouched('note', note)) values.note = note;
  if (timeZone !== undefined) values.time_zone = isZone(timeZone) ? timeZone : wrong('time_zone');
  // Lists show, sort and find the full name.
  const [first, last] = [values.first_name ?? before?.first_name ?? '', values.last_name ?? before?.last_name ?? ''];
  const isNamed = (values.full_name ?? before?.full_name ?? '') !== '';
  const wasJoined =
    values.full_name === undefined &&
    before !== null &&
    before.full_name === joinedName(before.first_name, before.last_name);
  if (!isNamed || wasJoined) values.full_name = joinedName(first, last);
  if (!world.lenient) assertRequired(values, world.fields, before);
  return values;
}

/** Whether somebody who sees stars sends a value back as they saw it. */
const isAsSeen = (
  field: string,
  value: unknown,
  was: unknown,
  { needsMasking, fields }: Pick<WishWorld, 'needsMasking' | 'fields'>,
): boolean => needsMasking && (value === HIDDEN || value === maskedField(field, was, fields));

const textColumns = ['full_name', 'first_name', 'last_name', 'company', 'note'] as const;

/**
 * The fields somebody who sees stars wrote over without having read them. They count as changed whatever stood there: a version that
 * stays would tell that the guess was right.
 */
export function writtenUnseen(
  wish: CustomerWish,
  world: Pick<WishWorld, 'needsMasking' | 'fields'>,
  before: CustomerRow,
): ReadonlySet<string> {
  const written = [
    ...textColumns.map((key) => ({ field: key as string, value: wish[key] as unknown, was: before[key] as unknown })),
    ...Object.entries(wish.fields ?? {}).map(([id, value]) => ({
      field: `custom:${id}`,
      value,
      was: before.fields[id] ?? null,
    })),
  ];
  return new Set(
    written
      .filter(
        ({ field, value, was }) =>
          world.needsMasking &&
          value !== undefined &&
          maskedField(field, was, world.fields) !== was &&
          !isAsSeen(field, value, was, world),
      )
      .map(({ field }) => field),
  );
}

const plainColumns: ReadonlySet<string> = new Set([
  'full_name',
  'first_name',
  'last_name',
  'company',
  'language',
  'country',
  'do_not_call',
  'do_not_text',
  'consent',
]);

async function readPhones(
  tenantId: number,
  phones: NonNullable<CustomerWish['phones']>,
  world: Omit<WishWorld, 'fields'>,
  before: CustomerRow | null,
  home: string,
): Promise<Pick<CustomerValues, 'phones' | 'phone_countries'>> {
  const { words, needsMasking } = world;
  const read = new Map<string, string>();
  for (const { number, country } of phones) {
    const shown = needsMasking ? before?.phones.find((one) => maskPhone(one) === number) : undefined;
    if (shown === undefined && !isPhoneWord(number)) assertNotTyped(world);
    const digits = shown ?? (isPhoneWord(number) ? await words.numberOf(tenantId, number) : null);
    const known = digits === null || digits === undefined ? -1 : (before?.phones.indexOf(digits) ?? -1);
    // A number that is there already stays as it is, even where the rules for new ones have become stricter.
    const kept =
      known >= 0
        ? { number: digits!, country: before!.phone_countries[known]! }
        : digits !== null && digits !== undefined
          ? keptNumber(`+${digits}`)
          : isPhoneWord(number)
            ? null
            : keptNumber(number, country || home);
    if (!kept) return wrong(`phones: ${needsMasking ? 'not a number' : number}`);
    read.set(kept.number, country || kept.country);
  }
  return { phones: [...read.keys()], phone_countries: [...read.values()] };
}

const EMAIL = /^[^\s@<>()",;:]+@[^\s@<>()",;:]+\.[^\s@.]{2,}$/;

function readEmail(given: string, world: WishWorld, before: CustomerRow | null): string {
  const shown = world.needsMasking ? before?.emails.find((one) => maskEmail(one) === given) : undefined;
  if (shown === undefined) assertNotTyped(world);
  return shown ?? (EMAIL.test(given) ? given : wrong('emails'));
}

function readFields(
  given: NonNullable<CustomerWish['fields']>,
  { fields, needsMasking }: WishWorld,
  before: CustomerRow | null,
  country: string,
): CustomerValues['fields'] {
  const values: Record<string, FieldValue> = { ...before?.fields };
  for (const [id, value] of Object.entries(given)) {
    const field = fields.custom.get(Number(id)) ?? wrong(`no such field: custom:${id}`);
    const was = before?.fields[id] ?? null;
    if (was !== null && isAsSeen(`custom:${id}`, value, was, { needsMasking, fields })) continue;
    const read = readCustomValue(field, value, country);
    if (!read.ok) return wrong(`custom:${id}: ${read.why}`);
    if (read.value === null) delete values[id];
    else values[id] = read.value;
  }
  return values;
}

/** What the tenant wants to know of every customer may not be left out of a new one, nor taken from an old one. */
function assertRequired(
  values: Partial<CustomerValues>,
  { custom, requiredColumns }: TenantFields,
  before: CustomerRow | null,
): void {
  for (const column of requiredColumns) {
    const key = columnOf[column];
    const value = key === undefined ? true : (values[key] ?? (before ? before[key] : undefined));
    const isTouched = before === null || (key !== undefined && values[key] !== undefined);
    if (
      isTouched &&
      (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0))
    )
      wrong(`${column}: required`);
  }
  if (before !== null && values.fields === undefined) return;
  for (const { id, required } of custom.values())
    if (required && (values.fields?.[String(id)] ?? null) === null) wrong(`custom:${id}: required`);
}

const columnOf: Partial<Record<string, keyof CustomerValues>> = {
  full_name: 'full_name',
  company: 'company',
  phone: 'phones',
  email: 'emails',
  owner: 'owner_id',
  language: 'language',
  time_zone: 'time_zone',
  country: 'country',
  tag: 'tag_ids',
  note: 'note',
};

function isZone(zone: string): boolean {
  if (zone === '') return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone }).format(0);
    return true;
  } catch {
    return false;
  }
}
