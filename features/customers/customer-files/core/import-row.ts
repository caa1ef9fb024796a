import type { VariableType } from '#shared/codes/variable-type.ts';
import { readCustomValue } from '#core/customer/custom-value.ts';
import type { DayOrder } from './day-order.ts';
import { KEPT_COLUMN, plainField } from './import-fields.ts';
import type { WhyWrong } from './why-wrong.ts';
import { keptNumber } from '#core/customer/phone-number.ts';

/** Everything needed to read rows of one file. Plain data: it goes to the thread that reads. */
export interface ImportRules {
  /** Only columns that become something. */
  mapping: readonly { column: number; field: string; days?: DayOrder | undefined }[];
  /** Of numbers without a country's code. */
  country: string;
  custom: readonly { id: number; type: VariableType; options: readonly string[]; format?: string }[];
  /** Fields no row may leave empty: `company`, `phone`, `custom:7` … */
  required: readonly string[];
  /** By their names in small letters; what several share is null. */
  tags: ReadonlyMap<string, number | null>;
  people: ReadonlyMap<string, number | null>;
  languages: ReadonlyMap<string, string>;
  countries: ReadonlyMap<string, string>;
  zones: ReadonlySet<string>;
  flags: ReadonlyMap<string, boolean>;
  consents: ReadonlyMap<string, number>;
  /** For every row. */
  tagIds: readonly number[];
  ownerId: number | null;
}

/** What a row says of a customer; null where it says nothing. */
export interface ImportedRow {
  full_name: string | null;
  first_name: string | null;
  last_name: string | null;
  company: string | null;
  /** `525512345678/MX` */
  numbers: string[];
  emails: string[];
  owner_id: number | null;
  language: string | null;
  time_zone: string | null;
  country: string | null;
  tag_ids: number[];
  fields: Record<string, string | number>;
  note: string | null;
  do_not_call: boolean | null;
  do_not_text: boolean | null;
  consent: number | null;
}

export type ReadRow =
  | { ok: true; row: ImportedRow }
  | { ok: false; wrongs: { column: number | null; why: WhyWrong }[] };

const NAME_MOST = 200;
const NOTE_MOST = 10_000;
const KEPT_MOST = 2_000;
const EMAIL_MOST = 254;
/** Of numbers and of addresses. */
const CONTACTS_MOST = 20;
const TAGS_MOST = 50;
const EMAIL = /^[^\s@<>()",;:]+@[^\s@<>()",;:]+\.[^\s@.]{2,}$/;
/** Several numbers, addresses or tags of one cell. */
const SEVERAL = /[;,|\n，；、]+/;
/** A number as spreadsheets write long ones. */
const EXPONENT = /^(\d)(?:[.,](\d+))?E\+?(\d{1,2})$/i;

/** Makes the reader of a file's rows: checks every cell and brings it into the form customers are kept in. */
export function rowReader(rules: ImportRules): (cells: readonly string[]) => ReadRow {
  const custom = new Map(rules.custom.map((kind) => [`custom:${kind.id}`, kind]));
  const countryColumn = rules.mapping.find(({ field }) => field === 'country')?.column;

  return (cells) => {
    const row: ImportedRow = {
      full_name: null,
      first_name: null,
      last_name: null,
      company: null,
      numbers: [],
      emails: [],
      owner_id: rules.ownerId,
      language: null,
      time_zone: null,
      country: null,
      tag_ids: [...rules.tagIds],
      fields: {},
      note: null,
      do_not_call: null,
      do_not_text: null,
      consent: null,
    };
    const wrongs: { column: number | null; why: WhyWrong }[] = [];
    const given = new Set<string>();
    const home =
      (countryColumn === undefined
        ? undefined
        : rules.countries.get((cells[countryColumn] ?? '').trim().toLowerCase())) ?? rules.country;

    for (const { column, field, days = 'unknown' } of rules.mapping) {
      const text = (cells[column] ?? '').trim();
      if (text === '') continue;
      const wrong = (why: WhyWrong): void => void wrongs.push({ column, why });
      if (text.includes('\0') || !text.isWellFormed() || text.includes('\ufffd')) {
        wrong('unstorable');
        continue;
      }
      given.add(plainField(field));
      if (field.startsWith(KEPT_COLUMN)) {
        if (text.length > KEPT_MOST) wrong('tooLong');
        else row.fields[field.slice(KEPT_COLUMN.length)] = text;
        continue;
      }
      const kind = custom.get(field);
      if (kind) {
        const read = readCustomValue({ ...kind, days }, text, home);
        if (!read.ok) wrong(read.why);
        else if (read.value !== null) row.fields[String(kind.id)] = read.value;
        continue;
      }
      const why = readCell(row, plainField(field), text, {
        rules,
        home: field.startsWith('phone:') ? field.slice(6) : home,
      });
      if (why) wrong(why);
    }
    if (wrongs.length === 0) {
      const isNamed =
        row.numbers.length > 0 ||
        row.emails.length > 0 ||
        row.full_name !== null ||
        row.first_name !== null ||
        row.last_name !== null ||
        row.company !== null;
      if (!isNamed) wrongs.push({ column: null, why: 'noContact' });
      for (const field of rules.required)
        if (!given.has(field) && !isGivenToAll(field, rules))
          wrongs.push({
            column: rules.mapping.find((one) => plainField(one.field) === field)?.column ?? null,
            why: 'required',
          });
    }
    return wrongs.length > 0 ? { ok: false, wrongs } : { ok: true, row };
  };
}

const isGivenToAll = (field: string, { tagIds, ownerId }: ImportRules): boolean =>
  (field === 'tags' && tagIds.length > 0) || (field === 'owner' && ownerId !== null);

/** Reads one cell into the row; answers what is wrong with it. */
function readCell(
  row: ImportedRow,
  field: string,
  text: string,
  { rules, home }: { rules: ImportRules; home: string },
): WhyWrong | null {
  switch (field) {
    case 'full_name':
    case 'first_name':
    case 'last_name':
    case 'company':
      if (text.length > NAME_MOST) return 'tooLong';
      row[field] = text;
      return null;
    case 'note': {
      const note = row.note === null ? text : `${row.note}\n${text}`;
      if (note.length > NOTE_MOST) return 'tooLong';
      row.note = note;
      return null;
    }
    case 'phone':
      return readNumbers(row, text, home);
    case 'email': {
      for (const one of text.split(SEVERAL)) {
        const email = one.trim().toLowerCase();
        if (email === '' || row.emails.includes(email)) continue;
        if (email.length > EMAIL_MOST || !EMAIL.test(email)) return 'email';
        row.emails.push(email);
      }
      return row.emails.length > CONTACTS_MOST ? 'tooMany' : null;
    }
    case 'tags': {
      for (const one of text.split(SEVERAL)) {
        const name = one.trim().toLowerCase();
        if (name === '') continue;
        const id = rules.tags.get(name);
        if (id === undefined || id === null) return 'tag';
        if (!row.tag_ids.includes(id)) row.tag_ids.push(id);
      }
      row.tag_ids.sort((a, b) => a - b);
      return row.tag_ids.length > TAGS_MOST ? 'tooMany' : null;
    }
    case 'owner': {
      const id = rules.people.get(text.toLowerCase());
      if (id === undefined || id === null) return 'owner';
      row.owner_id = id;
      return null;
    }
    case 'language': {
      const word = text.toLowerCase();
      return put(
        rules.languages.get(word) ?? (/^[a-z]{2}[-_]/.test(word) ? rules.languages.get(word.slice(0, 2)) : undefined),
        'language',
        (value) => (row.language = value),
      );
    }
    case 'country':
      return put(rules.countries.get(text.toLowerCase()), 'country', (value) => (row.country = value));
    case 'time_zone':
      return put(rules.zones.has(text) ? text : undefined, 'zone', (value) => (row.time_zone = value));
    case 'do_not_call':
      return put(rules.flags.get(text.toLowerCase()), 'flag', (value) => (row.do_not_call = value));
    case 'do_not_text':
      return put(rules.flags.get(text.toLowerCase()), 'flag', (value) => (row.do_not_text = value));
    case 'consent':
      return put(rules.consents.get(text.toLowerCase()), 'consent', (value) => (row.consent = value));
    default:
      return null;
  }
}

function put<V>(value: V | undefined, why: WhyWrong, keep: (value: V) => void): WhyWrong | null {
  if (value === undefined) return why;
  keep(value);
  return null;
}

function readNumbers(row: ImportedRow, text: string, home: string): WhyWrong | null {
  for (const one of text.split(SEVERAL)) {
    const typed = one.trim();
    if (typed === '') continue;
    const long = EXPONENT.exec(typed);
    // `5.25551E+11` has lost digits; `5.25551234567E+11` has not.
    if (long && (long[2] ?? '').replace(/0+$/, '').length < Number(long[3]) - 2) return 'rounded';
    const kept = keptNumber(long ? `${long[1]}${(long[2] ?? '').padEnd(Number(long[3]), '0')}` : typed, home);
    if (!kept) return 'phone';
    if (!row.numbers.some((known) => known.startsWith(`${kept.number}/`)))
      row.numbers.push(`${kept.number}/${kept.country}`);
  }
  return row.numbers.length > CONTACTS_MOST ? 'tooMany' : null;
}
