import { z } from 'zod';
import type { AnyEndpoint } from '#shared/endpoint.ts';

/** What a contract says of a field, as JSON schema; the parts that inputs are made by. */
export interface Schema {
  type?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  minItems?: number;
  exclusiveMinimum?: number;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
}

/** Contracts do not change, and reading them takes its time. */
export function remembered<T>(read: (endpoint: AnyEndpoint) => T): (endpoint: AnyEndpoint) => T {
  const known = new WeakMap<AnyEndpoint, T>();
  return (endpoint) => {
    if (!known.has(endpoint)) known.set(endpoint, read(endpoint));
    return known.get(endpoint)!;
  };
}

/** What a call takes. */
export const schemaOf = remembered(
  (endpoint) => z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }) as Schema,
);

const MOMENT = '2027-11-15 08:00:00';
/** When the rows of tests are made. */
const TODAY = new Date().toISOString().slice(0, 10);

/** Something a field of one value would take; `text` where nothing says more. */
export function plainValue(name: string, schema: Schema, text: string): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum.find((value) => value === choices[name]) ?? schema.enum[0];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number')
    return Math.max(schema.minimum ?? 0, (schema.exclusiveMinimum ?? 0) + 1, numbers[name] ?? 1);
  if (schema.pattern?.includes('\\d\\d:')) return MOMENT;
  if (schema.pattern?.endsWith('-\\d\\d-\\d\\d$')) return TODAY;
  return texts[name] ?? text;
}

/** The operator that asks for no values. */
const choices: Record<string, unknown> = { operator: 'isNotEmpty' };
const numbers: Record<string, number> = {
  position: 0,
  groupNo: 4_000,
  system_id: 5,
  online_status: 1,
  status: 66,
  eventType: 1,
};
const texts: Record<string, string> = {
  email: 'somebody@aurora.example',
  contact: 'somebody@aurora.example',
  code: '123456',
  verifier: 'v'.repeat(43),
  token: 't'.repeat(43),
  shortcut: 'hello',
  lang: 'es_MX',
  language: 'es',
  timeZone: 'America/Mexico_City',
  zone: 'UTC',
  purpose: '/home/api/realtime',
  password: 'correct horse 7',
  oldPassword: 'correct horse 8',
  challenge: `plain.${'c'.repeat(43)}`,
  prompt: 'menu.welcome',
  keys: '1',
  stepId: 's1',
  date: '12-25',
  url: 'https://hooks.example/in',
  name_attribute: '',
  metadata: '<xml/>',
  timeStamp: MOMENT,
  startTime: MOMENT,
  endTime: MOMENT,
  company_domain: 'somebody.example',
  companyDomain: 'somebody.example',
};
