import type { Schema } from '../contract-input.ts';
import type { Marks } from './columns.ts';

/** What a field names: a mark of a tenant, a column such as `custom:7`, or nothing of a tenant. */
export type FieldKind = Exclude<keyof Marks, 'secret'> | 'fieldKey' | 'none';

/** Fields that are texts and name something; `name{}` are the names inside a record. */
const texts: Record<string, FieldKind> = {
  ...each(
    'key',
    'id',
    'callId',
    'otherCallId',
    'callbackCallId',
    'call_id',
    'callIds',
    'uuid',
    'recordingId',
    'talkId',
    'taskId',
    'deviceUniqueIdentification',
  ),
  ...each('id', 'customerId', 'fields{}'),
  ...each('uuid', 'deletion_id', 'client_id', 'payment'),
  ...each('sip', 'sipNumber', 'sipNum', 'agentName'),
  ...each('number', 'number', 'numbers', 'phone', 'originPhone', 'sms_phones', 'pattern', 'lines', 'caller'),
  ...each('did', 'did'),
  ...each('domain', 'domain', 'company_domain', 'companyDomain', 'emailDomains'),
  ...each('key', 'key'),
  ...each('fieldKey', 'columns[].key', 'field'),
  ...each('word', 'words', 'keyword', 'search', 'userName', 'target', 'word'),
  // Secrets: whoever holds one is meant by it, in whatever team.
  ...each('none', 'captchaId', 'registrationId', 'token', 'invitation', 'ticket'),
  // A key that a passkey is known by everywhere: it opens nothing.
  ...each('none', 'publicKey'),
  // What a tax office calls a company.
  ...each('none', 'taxId'),
  // What a message centre calls us.
  ...each('none', 'smpp.systemId'),
  // What WhatsApp calls a number and a business, and the word it proves itself with.
  ...each('none', 'whatsapp.phone_number_id', 'whatsapp.business_id', 'hub.verify_token'),
  // What a carrier of numbers calls an account.
  ...each('none', 'accountSid'),
  // What a card provider gave us.
  ...each('none', 'secretKey'),
  // What an office of taxes calls whoever pays or is paid.
  ...each('none', 'taxId'),
  // What a company’s identity provider calls us, and its people.
  ...each('none', 'clientId', 'externalId'),
  // What a page calls a note it writes: its author and the call stand beside it.
  ...each('none', 'draftKey'),
  // A step of a script, by its place in it.
  ...each('none', 'stepId', 'steps[].id'),
  // Steps, comments and values of a flow, by their names in it.
  ...each('none', 'nodes[].id', 'notes[].id', 'attrKey'),
  // A backup of the installation.
  ...each('none', 'backupId'),
  // A process of the installation.
  ...each('none', 'nodeId'),
  // Keys of a phone and of a menu, and what a question before a chat is called.
  ...each('none', 'keys', 'keys{}', 'form[].key'),
};

/** Numbers that look like ids and are the product's own, the same in every team. */
const ours = new Set(['system_id', 'systemId', 'time_zone_id', 'version', 'page', 'size', 'page_number', 'page_size']);

function each(kind: FieldKind, ...names: string[]): Record<string, FieldKind> {
  return Object.fromEntries(names.map((name) => [name, kind]));
}

const isMoment = ({ pattern }: Schema): boolean => pattern?.includes('\\d\\d-') === true;
const choices = ({ anyOf, enum: values, const: value }: Schema): boolean =>
  anyOf !== undefined || values !== undefined || value !== undefined;

/** What a field names, by its name or by that and the list it stands in; undefined for one that names nothing we know of. */
export function kindOfField(name: string, schema: Schema, path = name): FieldKind | undefined {
  if (choices(schema) || isMoment(schema)) return undefined;
  if (schema.type === 'integer' || schema.type === 'number') {
    if (ours.has(name)) return 'none';
    // `Id` of shared/endpoint.ts: any whole number above zero.
    return /(^|_)ids?$|Ids?$/.test(name) ||
      (schema.type === 'integer' &&
        schema.exclusiveMinimum === 0 &&
        (schema.maximum ?? Infinity) >= Number.MAX_SAFE_INTEGER)
      ? 'id'
      : undefined;
  }
  return schema.type === 'string' || schema.type === undefined
    ? (texts[/[^.]+\.[^.]+$/.exec(path)?.[0] ?? ''] ?? texts[name])
    : undefined;
}

/** Would anybody take it for the name of something? */
export const isIdLike = (name: string, schema: Schema): boolean =>
  !choices(schema) &&
  !isMoment(schema) &&
  (schema.type === 'string' || schema.type === undefined) &&
  /(^|_)(id|ids|key|uuid|token|ticket|hash)$|(Id|Ids|Key|Uuid|Token|Ticket|Hash)$|^sip|phone/i.test(name) &&
  name !== '';
