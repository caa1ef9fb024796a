/**
 * What a column of a file can become. Besides these there are `custom:<id>` for the tenant's own fields, and `phone:<country>`
 * (`phone:MX`) for numbers of one country written without its code.
 */
export const IMPORT_FIELDS = [
  'full_name',
  'first_name',
  'last_name',
  'company',
  'phone',
  'email',
  'tags',
  'owner',
  'language',
  'country',
  'time_zone',
  'note',
  'do_not_call',
  'do_not_text',
  'consent',
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** A customer can be told from others by these; a file without any of them makes nobody. */
export const NAMING_FIELDS: readonly ImportField[] = [
  'full_name',
  'first_name',
  'last_name',
  'company',
  'phone',
  'email',
];

/** Begins the choice of a column that is kept under a name of its own, in lists that know such: `column:Contract no.` */
export const KEPT_COLUMN = 'column:';

/** These may come from several columns; of all others the second would win over the first. */
const several: readonly string[] = ['phone', 'email', 'tags', 'note'];

/** The field behind a choice: a country only says how numbers are written. */
export const plainField = (field: string): string => (field.startsWith('phone:') ? 'phone' : field);

/** Whether more than one column may become this field. */
export const takesSeveral = (field: string): boolean => several.includes(plainField(field));
