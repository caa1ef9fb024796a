/** A column a list has by itself. */
export interface OwnColumn {
  key: string;
  /** Shown until somebody arranges the list. */
  shown: boolean;
  /** A row without it would say nothing: it is never hidden. */
  always?: boolean;
  /** Those who see stars can be kept from it. */
  maskable?: boolean;
  /** Somebody who writes a row can be asked for it. */
  requirable?: boolean;
}

/** The columns of the list of calls, in the order of the product. Names and numbers of customers are masked anyway. */
export const callRecordColumns: readonly OwnColumn[] = [
  { key: 'customer', shown: true, always: true },
  { key: 'startTime', shown: true },
  { key: 'status', shown: true },
  { key: 'userName', shown: true },
  { key: 'groupName', shown: true },
  { key: 'queueSec', shown: true },
  { key: 'callDuration', shown: true },
  { key: 'mos', shown: true },
  { key: 'hasRecording', shown: true },
  { key: 'callingNumber', shown: false },
  { key: 'ringSec', shown: false },
  { key: 'holdSec', shown: false },
  { key: 'duration', shown: false },
  { key: 'endTime', shown: false },
  { key: 'taskName', shown: false, maskable: true },
  { key: 'remark', shown: false, maskable: true },
  { key: 'callId', shown: false },
];

const shownOfCustomers = new Set([
  'full_name',
  'company',
  'phone',
  'email',
  'owner',
  'tag',
  'last_contact_at',
  'created_at',
]);
const requirable = new Set(['company', 'phone', 'email', 'owner', 'language', 'time_zone', 'country', 'tag', 'note']);
const maskable = new Set(['company', 'owner', 'source', 'language', 'time_zone', 'country', 'tag', 'note']);

/** The columns of the list of customers: a field each, in the order the fields are given. */
export const customerColumns = (fields: readonly string[]): OwnColumn[] =>
  fields.map((key) => ({
    key,
    shown: shownOfCustomers.has(key),
    always: key === 'full_name',
    maskable: maskable.has(key),
    requirable: requirable.has(key),
  }));
