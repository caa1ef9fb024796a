import { accessSync, constants } from 'node:fs';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { resolve } from 'node:path';
import {
  newHouseSecrets,
  planHouse,
  type CarrierPlace,
  type HousePlan,
} from '#adapters/telephony/asterisk/config/house-plan.ts';

/** Something a person can act on: printed as it is. */
export class Refusal extends Error {}

type Env = Readonly<Record<string, string | undefined>>;

export const dataDirOf = (env: Env): string => resolve(env['DATA_DIR'] || './data');

export function databaseUrlOf(env: Env): string {
  const url = env['EXCHANGE_DATABASE_URL'] || env['DATABASE_URL'];
  if (url && !URL.canParse(url))
    throw new Refusal(
      'Kamailio knows one address of the database: set EXCHANGE_DATABASE_URL to one that leads to whichever host serves.',
    );
  if (url) return url;
  throw new Refusal(
    'Kamailio reads accounts from the database: set DATABASE_URL to a PostgreSQL of your own. The embedded one ends with OpenSeat.',
  );
}

/** The plan that follows from the settings; secrets stay what they were. */
export function planOf(env: Env, edgeUrl: string, before: HousePlan | null): HousePlan {
  const publicAddress = env['EXCHANGE_PUBLIC_ADDRESS'] || '127.0.0.1';
  const { TLS_CERT: cert, TLS_KEY: key } = env;
  const origins = [
    ...listed(env['ALLOWED_ORIGINS']),
    ...(env['PUBLIC_URL'] ? [new URL(env['PUBLIC_URL']).origin] : []),
  ];
  return planHouse({
    databaseUrl: edgeUrl,
    domain: env['SIP_DOMAIN'] || 'openseat.local',
    nodes: numberIn(env, 'EXCHANGE_NODES', 2, { from: 1, to: 20 }),
    publicAddress,
    soundAddress: env['EXCHANGE_SOUND_ADDRESS'] || soundAddressWith(publicAddress),
    mediaAddress: env['MEDIA_ADDRESS'] || null,
    ownAddresses: env['MEDIA_ADDRESS'] ? ownAddresses() : [],
    firstPort: numberIn(env, 'EXCHANGE_FIRST_PORT', 17_000, { from: 1_024, to: 65_000 }),
    rtpPorts: rangeIn(env, 'EXCHANGE_RTP_PORTS', { first: 12_000, last: 16_999 }),
    carriers: listed(env['EXCHANGE_LINES']).map(carrierIn),
    certificate: cert && key ? { cert: resolve(cert), key: resolve(key) } : null,
    origins,
    proxies: listed(env['EXCHANGE_TRUST_PROXY']).map(networkIn),
    demo: env['DEMO'] === '1',
    secrets: before?.secrets ?? newHouseSecrets(),
    trust: env['EXCHANGE_TRUST'] ? readable('EXCHANGE_TRUST', env['EXCHANGE_TRUST']) : null,
    serverId: numberIn(env, 'EXCHANGE_EDGE', 1, { from: 1, to: 1_000 }),
  });
}

function readable(name: string, file: string): string {
  try {
    accessSync(file, constants.R_OK);
    return resolve(file);
  } catch {
    throw new Refusal(`Setting ${name} is not usable: ${file} cannot be read.`);
  }
}

const listed = (text = ''): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

function numberIn(env: Env, name: string, usual: number, { from, to }: { from: number; to: number }): number {
  const text = env[name];
  if (!text) return usual;
  const value = Number(text);
  if (Number.isInteger(value) && value >= from && value <= to) return value;
  throw new Refusal(`Setting ${name} is not usable: must be a number from ${from} to ${to}.`);
}

function rangeIn(env: Env, name: string, usual: { first: number; last: number }): { first: number; last: number } {
  const text = env[name];
  if (!text) return usual;
  const [, first, last] = (/^(\d{1,5})-(\d{1,5})$/.exec(text) ?? []).map(Number);
  if (first && last && first >= 1_024 && last <= 65_535 && last - first >= 99) return { first, last };
  throw new Refusal(
    `Setting ${name} is not usable: must be first-last, a hundred ports at least, such as 12000-16999.`,
  );
}

/** `name=address:port`. */
function carrierIn(text: string): CarrierPlace {
  const [, name, address, port] = /^([a-z0-9][a-z0-9.-]*)=((?:\d{1,3}\.){3}\d{1,3}):(\d{1,5})$/i.exec(text) ?? [];
  if (name && address && port) return { name, address, port: Number(port) };
  throw new Refusal('Setting EXCHANGE_LINES is not usable: must be name=address:port, … with addresses in digits.');
}

function networkIn(text: string): string {
  const [address = '', bits] = text.split('/');
  const most = isIP(address) === 6 ? 128 : 32;
  if (isIP(address) > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))) return text;
  throw new Refusal('Setting EXCHANGE_TRUST_PROXY is not usable: must be addresses or networks, such as 10.0.0.0/8.');
}

/** Browsers offer the loopback to nobody: where phones are on this machine alone, its sound still goes by its own address. */
const soundAddressWith = (publicAddress: string): string =>
  isLoopback(publicAddress) ? (ownAddresses()[0] ?? publicAddress) : publicAddress;
const isLoopback = (address: string): boolean => address.startsWith('127.');

const ownAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
