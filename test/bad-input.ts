import { chanceOf } from '#core/chance.ts';
import type { AnyEndpoint } from '#shared/endpoint.ts';
import { plainValue, schemaOf, type Schema } from './contract-input.ts';

/** Numbers that look random and are the same in every run. */
export function seeded(seed: number): { below(max: number): number; oneOf<T>(list: readonly T[]): T } {
  const next = chanceOf(seed);
  const below = (max: number): number => Math.floor(next() * max);
  return { below, oneOf: (list) => list[below(list.length)]! };
}

/** What a contract takes, field by field. */
export const fieldsOf = (endpoint: AnyEndpoint): Record<string, Schema> => schemaOf(endpoint).properties ?? {};

/** Something the field would take, so that the bad field beside it gets as far as it can. */
export function good(name: string, schema: Schema): unknown {
  if (schema.anyOf) return good(name, schema.anyOf[0]!);
  if (schema.type === 'array') return schema.minItems ? [good(name, schema.items ?? {})] : [];
  if (schema.type === 'object')
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, each]) => [key, good(key, each)]));
  const isId = /(^id|Id|_id)$/.test(name);
  return plainValue(name, isId ? { ...schema, type: 'integer' } : schema, words[name] ?? 'long enough');
}

/** Of addresses, where everything is a text. */
const words: Record<string, string> = {
  enabled: 'true',
  desc: 'true',
  has_read: 'true',
  type: 'text',
  starts_at: '2026-11-15 08:00:00',
};

const spoilers: ((text: string) => unknown)[] = [
  (text) => `${text}\u0000`,
  (text) => `${text}\ud800`,
  (text) => `\udfff${text}`,
  (text) => `${text}\u202e🙂`,
  (text) => `${text}'; select 1 --`,
  (text) => `${text}%_\\`,
  () => '',
  () => ' ',
  () => 'x'.repeat(5_000),
  () => '+15551234567',
  () => '9999-99-99 99:99:99',
  () => '2026-02-30 12:00:00',
  () => '0000-00-00 00:00:00',
  () => '0001-01-01 00:00:00',
  () => '+01:00',
  () => -1,
  () => 0,
  () => 1.5,
  () => 2 ** 31,
  () => 2 ** 53 - 1,
  () => 2 ** 53,
  () => 1e308,
  () => '99999999999999999999',
  () => '0x10',
  () => '1e3',
  () => 'NaN',
  () => 'constructor',
  () => '__proto__',
  () => null,
  () => true,
  () => 'false',
  () => [],
  () => [1],
  () => [2 ** 53 - 1],
  () => ['\u0000'],
  () => {},
  () => ({ a: 1 }),
  () => [[[[]]]],
];

/** A value nobody should send. */
export const bad = (random: ReturnType<typeof seeded>, instead: unknown): unknown =>
  random.oneOf(spoilers)(typeof instead === 'string' ? instead : 'text');

/** As much of a call as it takes to ask it. */
export interface CallShape {
  method: string;
  path: string;
  isUpload: boolean;
  fields: Record<string, Schema>;
}

export type Payload = { type: string; body: string | Buffer } | null;

/** Good fields with one or two bad ones among them. */
export function badInputFor(
  fields: Record<string, Schema>,
  random: ReturnType<typeof seeded>,
): Record<string, unknown> {
  const input = Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, good(name, schema)]));
  const names = Object.keys(input);
  for (let spoilt = 0; names.length > 0 && spoilt <= random.below(2); spoilt += 1) {
    const name = random.oneOf(names);
    const inside = input[name];
    input[name] = Array.isArray(inside) && random.below(2) === 0 ? [bad(random, inside[0])] : bad(random, inside);
  }
  return input;
}

const written = (value: unknown): string =>
  typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? '');

/** How a page would send this input. */
export function requestFor(
  { method, path, isUpload }: Omit<CallShape, 'fields'>,
  input: Record<string, unknown>,
): { url: string; payload: Payload } {
  const rest = { ...input };
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    delete rest[name];
    return encodeURIComponent(written(input[name] ?? 1));
  });
  if (isUpload) {
    const fields = Object.entries(rest).map(
      ([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${written(value)}\r\n`,
    );
    const file = `--x\r\ncontent-disposition: form-data; name="file"; filename="../${written(rest['purpose'])}🙂.txt"\r\ncontent-type: text/html\r\n\r\ntext\r\n--x--\r\n`;
    return { url: filled, payload: { type: 'multipart/form-data; boundary=x', body: fields.join('') + file } };
  }
  if (method === 'GET' || method === 'DELETE') {
    const query = Object.entries(rest).map(
      ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(written(value))}`,
    );
    return { url: `${filled}?${query.join('&')}`, payload: null };
  }
  return { url: filled, payload: { type: 'application/json', body: JSON.stringify(rest) } };
}

/** Bodies that are no input of anything. */
export const brokenBodies: readonly { type: string; body: string | Buffer }[] = [
  { type: 'application/json', body: '{' },
  { type: 'application/json', body: 'null' },
  { type: 'application/json', body: '[]' },
  { type: 'application/json', body: '"text"' },
  { type: 'application/json', body: '{"__proto__":{"isOwner":true}}' },
  { type: 'application/json', body: '{"constructor":{"prototype":{"isOwner":true}}}' },
  { type: 'application/json', body: `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}` },
  { type: 'application/json', body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) },
  { type: 'application/json', body: 'x'.repeat(1_100_000) },
  { type: 'text/plain', body: 'text' },
  { type: 'application/x-www-form-urlencoded', body: 'a=1' },
  { type: 'multipart/form-data; boundary=x', body: '--x\r\n' },
  { type: 'multipart/form-data', body: '--x--' },
  { type: '\t', body: 'text' },
];
