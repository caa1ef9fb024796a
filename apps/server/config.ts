import { isIP } from 'node:net';
import { z } from 'zod';
import { parseKeys } from '#platform/server/secrets/key-file.ts';
import { SESSION_LONGEST_DAYS, SESSIONS_PER_PERSON } from '#platform/server/sessions/sessions.ts';
import { registrations, type Registration } from '#platform/server/registration.ts';
import type { UploadLimits } from '#core/files/upload-limits.ts';
import type { SmsAccount } from '#core/sms/sms-provider.port.ts';
import { databaseSettings, readDatabasePlaces, type DatabasePlaces } from './database-settings.ts';
import { filesSettings, readFilesPlaces, type FilesPlaces } from './files-settings.ts';
import { houseIn, houseLacking, houseSettings, type HouseSettings } from './house-settings.ts';
import { phonePortSettings, readPhonePorts, type PhonePorts } from './phone-ports.ts';
import { smsAccountOf } from './sms-account.ts';

const MB = 1_048_576;

const flag = z.enum(['0', '1']).transform((value) => value === '1');

/** As long as most calls take to end; whoever waits for a machine to shut down waits as long. */
const DRAIN_SECONDS = 60;

export const DEFAULT_NODE = 'node-1';

const Settings = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3_000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  ...databaseSettings,
  EXCHANGE: z.enum(['embedded', 'asterisk']).default('embedded'),
  ...houseSettings,
  DEMO: flag.optional(),
  /** 0 takes AI agents out of every team's menu. */
  AI_FLOWS: flag.default(true),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** As people type it; used for links in mails and in the widget of chats. */
  PUBLIC_URL: z.url().optional(),
  /** A sign-in ends after so many days however much it is used, and a person has so many at once. */
  SESSION_DAYS: z.coerce.number().int().min(1).max(365).default(SESSION_LONGEST_DAYS),
  SESSIONS_PER_PERSON: z.coerce.number().int().min(1).max(1_000).default(SESSIONS_PER_PERSON),
  /** Who may open an organisation of their own here. */
  REGISTRATION: z.enum(registrations).optional(),
  /** `smtp://…`; without it mails are kept and, in the demo, shown. */
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .optional(),
  /** The installation's own SMS carrier: `smpp://name:password@host:2775`, `smpps://…`, or an address that messages are posted to. */
  SMS_URL: z
    .string()
    .regex(
      /^(smpps?:\/\/[^\s@]+@[^\s/]+\/?|https?:\/\/\S+)$/,
      'must be smpp://name:password@host, smpps://… or https://…',
    )
    .optional(),
  /** Who messages come from: a number, or a name where the carrier takes one. */
  SMS_FROM: z.string().max(20).default(''),
  /** Put in wherever `{secret}` stands. */
  SMS_SECRET: z.string().max(500).default(''),
  /** What is posted and with which headers, as JSON; `{to} {from} {text} {id} {secret}` are put in. */
  SMS_HEADERS: z
    .string()
    .default('{}')
    .transform((text, context) => {
      try {
        return z.record(z.string(), z.string()).parse(JSON.parse(text));
      } catch {
        context.addIssue('must be JSON like {"authorization": "Bearer {secret}"}');
        return z.NEVER;
      }
    }),
  SMS_BODY: z.string().max(2_000).default('{"to":"{to}","from":"{from}","text":"{text}"}'),
  /** Countries that codes may go to by short message: `MX,US`; `*` is every country. */
  SMS_COUNTRIES: z
    .string()
    .regex(/^(\*|[A-Za-z]{2}(\s*,\s*[A-Za-z]{2})*)$/, 'must be countries like MX,US, or *')
    .optional(),
  MAIL_FROM: z.string().default('OpenSeat <no-reply@localhost>'),
  /** A clamd that looks into files of conversations: `tcp://host:3310`. */
  CLAMD_URL: z
    .string()
    .regex(/^tcp:\/\/[^/:\s]+:\d{1,5}$/, 'must be tcp://host:port')
    .optional(),
  /** With less room than this on the disk of DATA_DIR nobody uploads. */
  UPLOADS_KEEP_FREE_MB: z.coerce.number().int().min(0).default(2_048),
  /** What one visitor of a chat may upload in a day, and all visitors of a tenant. */
  VISITOR_UPLOADS_MB: z.coerce.number().int().min(0).default(100),
  TENANT_UPLOADS_MB: z.coerce.number().int().min(0).default(5_120),
  /** Addresses of proxies whose X-Forwarded-For is believed, or how many proxies stand before us: `1` believes the nearest one. */
  TRUST_PROXY: z.string().optional(),
  /** Other origins whose pages may call, comma separated. */
  ALLOWED_ORIGINS: z.string().default(''),
  /** Hosts for static files by page origin: `https://app.example=https://cdn.example,…`. */
  ASSET_HOSTS: z.string().default(''),
  /** Lets webhooks, flows and sign-in by company call this machine and its network. */
  ALLOW_PRIVATE_ADDRESSES: flag.optional(),
  /** What secrets in the database are sealed under, 32 bytes in base64 or hex; after a rotation the new one first, then the old. */
  SECRETS_KEY: z
    .string()
    .refine((text) => isKeys(text), 'must be 32 bytes in base64 or hex, several apart by commas')
    .optional(),
  /** The same in a file. Without both it is `secrets.key` in DATA_DIR, made at the first start: a backup needs it too. */
  SECRETS_KEY_FILE: z.string().min(1).optional(),
  /** Where backups lie; with the embedded database beside its data unless set. A folder of another disk is the point of it. */
  BACKUP_DIR: z.string().min(1).optional(),
  /** A folder on another medium that gets a copy of the keys with each backup. */
  BACKUP_KEYS_DIR: z.string().min(1).optional(),
  /** Whom strangers tell of a weakness: an address of mail, or of a page. Without it there is no /.well-known/security.txt. */
  SECURITY_CONTACT: z
    .string()
    .regex(/^(https:\/\/\S+|(mailto:)?[^\s@:/]+@[^\s@:/]+)$/, 'must be an e-mail address or https://…')
    .transform((text) => (/^(https|mailto):/.test(text) ? text : `mailto:${text}`))
    .optional(),
  /** Guards /metrics; without it only loopback may read. */
  METRICS_TOKEN: z.string().min(8).optional(),
  /** Files in PEM form; with both the server speaks https and wss itself. */
  TLS_CERT: z.string().min(1).optional(),
  TLS_KEY: z.string().min(1).optional(),
  /** The one UDP port of every call's sound; 0 takes a free one. */
  MEDIA_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  /** The address phones send sound to, where it is not this machine's own (behind a NAT). */
  MEDIA_ADDRESS: z.union([z.ipv4(), z.ipv6()]).optional(),
  /** Listens for sound at this address only; else at HOST's, unless phones come from elsewhere (a proxy, MEDIA_ADDRESS). */
  MEDIA_BIND: z.union([z.ipv4(), z.ipv6()]).optional(),
  /** Where carriers of SIP trunks reach us, by UDP and TCP; opened with the first trunk. 0 takes a free port. */
  SIP_TRUNK_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  /** The same by TLS, with the certificate of TLS_CERT; without one we connect to carriers and none connects to us. */
  SIP_TRUNK_TLS_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  /** Listens for carriers at this address only. */
  TRUNK_BIND: z.union([z.ipv4(), z.ipv6()]).default('0.0.0.0'),
  /** The address carriers are told, where it is not this machine's own (behind a NAT). */
  TRUNK_ADDRESS: z.union([z.ipv4(), z.ipv6()]).optional(),
  /** Ports for the sound of trunks, two a call: `20000-20999`. Without them any free ones. */
  TRUNK_RTP_PORTS: z
    .string()
    .transform((text, context) => {
      const [, first, last] = (/^(\d{1,5})-(\d{1,5})$/.exec(text) ?? []).map(Number);
      if (first && last && first >= 1_024 && last <= 65_535 && last - first >= 3) return { first, last };
      context.addIssue('must be first-last, such as 20000-20999');
      return z.NEVER;
    })
    .optional(),
  /** Trunks of the installation's own that it lends to tenants, as a file of JSON. */
  TRUNKS_FILE: z.string().min(1).optional(),
  ...phonePortSettings,
  ...filesSettings,
  /** Domain of the SIP accounts. */
  SIP_DOMAIN: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, 'must be a host name')
    .default('openseat.local'),
  /** Told to stop, it lets calls that go on end by themselves for so long; 0 hangs up at once, as it is in the demo unless said. */
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(86_400).optional(),
  /** A collector of OpenTelemetry that gets spans, `http://host:4318`; nothing is traced without it. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** `name=value,…`, for collectors that ask for a key. */
  OTEL_EXPORTER_OTLP_HEADERS: z.string().default(''),
  OTEL_SERVICE_NAME: z.string().min(1).max(100).default('openseat'),
  /** This process by name; on the wire instead of an address. */
  NODE_NAME: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be letters, digits and dashes')
    .default(DEFAULT_NODE),
  /** Where other processes of this installation reach this one, `http://host:port`; by this machine's own address unless set. */
  NODE_ADDRESS: z
    .string()
    .regex(/^https?:\/\/(\[[0-9a-f:]+\]|[a-z0-9.-]+):\d{1,5}$/i, 'must be http://host:port')
    .optional(),
  STUN_URLS: z
    .string()
    .regex(/^(stuns?:[^,\s]+(,\s*)?)*$/, 'must be stun:host:port, …')
    .default(''),
  TURN_URLS: z
    .string()
    .regex(/^(turns?:[^,\s]+(,\s*)?)*$/, 'must be turn:host:port, …')
    .default(''),
  /** Shared with the TURN servers; browsers get credentials of a day made from it. */
  TURN_SECRET: z.string().min(8).optional(),
});

export interface Config extends DatabasePlaces {
  port: number;
  nodeAddress: string | null;
  drainMs: number;
  /** Where spans go; null: nowhere. */
  traces: { endpoint: string; headers: Record<string, string>; service: string } | null;
  host: string;
  dataDir: string;
  exchange: 'embedded' | 'asterisk';
  house: HouseSettings;
  demo: boolean;
  aiFlows: boolean;
  logLevel: string;
  publicUrl: string | null;
  registration: Registration;
  longestDays: number;
  mostPerPerson: number;
  /** Null is every country. */
  smsCountries: ReadonlySet<string> | null;
  /** The installation's own SMS carrier. */
  sms: SmsAccount | null;
  smtpUrl: string | null;
  mailFrom: string;
  clamd: { host: string; port: number } | null;
  uploadLimits: UploadLimits;
  files: FilesPlaces;
  trustProxy: false | number | string;
  allowedOrigins: string[];
  assetHosts: Record<string, string>;
  allowPrivate: boolean;
  metricsToken: string | null;
  securityContact: string | null;
  secretsKey: string | null;
  secretsKeyFile: string | null;
  /** Null where nobody said; see `backupFolderOf`. */
  backupDir: string | null;
  backupKeysDir: string | null;
  tls: { cert: string; key: string } | null;
  phones: {
    domain: string;
    node: string;
    mediaPort: number;
    mediaAddress: string | null;
    mediaBind: string | null;
    stunUrls: string[];
    turnUrls: string[];
    turnSecret: string | null;
    /** For phones that are no browsers; null while they are off. */
    ports: PhonePorts | null;
  };
  trunks: TrunkPlace & { file: string | null };
}

/** Where SIP trunks are kept, and how carriers know us. */
export interface TrunkPlace {
  bind: string;
  address: string | null;
  /** Of UDP and TCP. */
  port: number;
  tlsPort: number;
  rtpPorts: { first: number; last: number } | null;
}

/** A setting that cannot be used; the message is the one line to print. */
export class BadSetting extends Error {}

export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.keys(Settings.shape).map((name) => [name, env[name] === '' ? undefined : env[name]]),
  );
  const parsed = Settings.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    throw new BadSetting(`Setting ${String(issue.path[0])} is not usable: ${issue.message}`);
  }
  const s = parsed.data;
  if (Boolean(s.TLS_CERT) !== Boolean(s.TLS_KEY))
    throw new BadSetting('Settings TLS_CERT and TLS_KEY belong together: give both or none.');
  if (s.TURN_URLS && !s.TURN_SECRET)
    throw new BadSetting('Setting TURN_URLS needs TURN_SECRET: browsers get credentials made from it.');
  const lacking = houseLacking(s);
  if (lacking) throw new BadSetting(lacking);
  const reach = {
    host: s.HOST,
    publicUrl: s.PUBLIC_URL ?? null,
    trustProxy: proxiesIn(s.TRUST_PROXY),
    tls: s.TLS_CERT && s.TLS_KEY ? { cert: s.TLS_CERT, key: s.TLS_KEY } : null,
  };
  const mediaBind = s.MEDIA_BIND ?? boundWith(s);
  const ports = readPhonePorts(s, { mediaBind, mediaAddress: s.MEDIA_ADDRESS ?? null, tls: reach.tls });
  if (typeof ports === 'string') throw new BadSetting(ports);
  const files = readFilesPlaces(s);
  if (typeof files === 'string') throw new BadSetting(files);
  const database = readDatabasePlaces(s);
  if (typeof database === 'string') throw new BadSetting(database);
  // Everybody knows the demo's passwords: it comes by itself only where nobody else can come.
  const demo = s.DEMO ?? (!s.DATABASE_URL && waysIn(reach).length === 0);
  return {
    ...reach,
    port: s.PORT,
    nodeAddress: s.NODE_ADDRESS ?? null,
    traces: s.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: s.OTEL_EXPORTER_OTLP_ENDPOINT,
          headers: Object.fromEntries(list(s.OTEL_EXPORTER_OTLP_HEADERS).map(pairOf)),
          service: s.OTEL_SERVICE_NAME,
        }
      : null,
    drainMs: (s.DRAIN_SECONDS ?? (demo ? 0 : DRAIN_SECONDS)) * 1_000,
    dataDir: s.DATA_DIR,
    ...database,
    exchange: s.EXCHANGE,
    house: houseIn(s),
    demo,
    aiFlows: s.AI_FLOWS,
    longestDays: s.SESSION_DAYS,
    mostPerPerson: s.SESSIONS_PER_PERSON,
    registration: s.REGISTRATION ?? (demo ? 'open' : 'closed'),
    smsCountries: smsCountriesIn(s.SMS_COUNTRIES, demo),
    sms: s.SMS_URL
      ? smsAccountOf({
          url: s.SMS_URL,
          from: s.SMS_FROM,
          secret: s.SMS_SECRET,
          headers: s.SMS_HEADERS,
          body: s.SMS_BODY,
        })
      : null,
    logLevel: s.LOG_LEVEL,
    smtpUrl: s.SMTP_URL ?? null,
    mailFrom: s.MAIL_FROM,
    clamd: s.CLAMD_URL ? { host: new URL(s.CLAMD_URL).hostname, port: Number(new URL(s.CLAMD_URL).port) } : null,
    uploadLimits: {
      keepFreeBytes: s.UPLOADS_KEEP_FREE_MB * MB,
      visitorDayBytes: s.VISITOR_UPLOADS_MB * MB,
      tenantDayBytes: s.TENANT_UPLOADS_MB * MB,
    },
    files,
    allowedOrigins: list(s.ALLOWED_ORIGINS),
    assetHosts: Object.fromEntries(list(s.ASSET_HOSTS).map((pair) => pair.split('=') as [string, string])),
    allowPrivate: s.ALLOW_PRIVATE_ADDRESSES ?? false,
    metricsToken: s.METRICS_TOKEN ?? null,
    securityContact: s.SECURITY_CONTACT ?? null,
    secretsKey: s.SECRETS_KEY ?? null,
    secretsKeyFile: s.SECRETS_KEY_FILE ?? null,
    backupDir: s.BACKUP_DIR ?? null,
    backupKeysDir: s.BACKUP_KEYS_DIR ?? null,
    phones: {
      domain: s.SIP_DOMAIN,
      node: s.NODE_NAME,
      mediaPort: s.MEDIA_PORT,
      mediaAddress: s.MEDIA_ADDRESS ?? null,
      mediaBind,
      stunUrls: list(s.STUN_URLS),
      turnUrls: list(s.TURN_URLS),
      turnSecret: s.TURN_SECRET ?? null,
      ports,
    },
    trunks: {
      bind: s.TRUNK_BIND,
      address: s.TRUNK_ADDRESS ?? null,
      port: s.SIP_TRUNK_PORT,
      tlsPort: s.SIP_TRUNK_TLS_PORT,
      rtpPorts: s.TRUNK_RTP_PORTS ?? null,
      file: s.TRUNKS_FILE ?? null,
    },
  };
}

function proxiesIn(text: string | undefined): Config['trustProxy'] {
  if (text === undefined) return false;
  return /^\d+$/.test(text) ? Number(text) || false : text;
}

/** Messages cost money, and strangers can have them sent: none until somebody says where to. The demo sends nothing anyhow. */
const smsCountriesIn = (text: string | undefined, demo: boolean): Config['smsCountries'] =>
  text === '*' || (text === undefined && demo) ? null : new Set(list((text ?? '').toUpperCase()));

/** Whether the server answers this machine alone: nobody else can come to such an address. */
export const isOwnMachine = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);

/** The settings by which others are let in, as far as they are given. */
export const waysIn = ({
  host,
  publicUrl,
  trustProxy,
  tls,
}: Pick<Config, 'host' | 'publicUrl' | 'trustProxy' | 'tls'>): string[] => [
  ...(isOwnMachine(host) ? [] : [`HOST=${host}`]),
  ...(publicUrl === null ? [] : [`PUBLIC_URL=${publicUrl}`]),
  ...(trustProxy === false ? [] : ['TRUST_PROXY']),
  ...(tls === null ? [] : ['TLS_CERT']),
];

const list = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** `name=value`; the value may hold more of them. */
function pairOf(text: string): [string, string] {
  const at = text.indexOf('=');
  return at < 0 ? [text, ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

function isKeys(text: string): boolean {
  try {
    return parseKeys(text).length > 0;
  } catch {
    return false;
  }
}

/** Sound is reached where the pages are: a product for this machine alone opens no port to others. */
function boundWith({ HOST, MEDIA_ADDRESS, TRUST_PROXY }: z.output<typeof Settings>): string | null {
  const isWildcard = HOST === '0.0.0.0' || HOST === '::';
  if (isWildcard || MEDIA_ADDRESS !== undefined || TRUST_PROXY !== undefined) return null;
  if (HOST === 'localhost') return '127.0.0.1';
  return isIP(HOST) === 0 ? null : HOST;
}

/** The address people type; a guess that is right on this machine alone where none was set. */
export const publicUrlOf = ({ publicUrl, tls, port }: Pick<Config, 'publicUrl' | 'tls' | 'port'>): string =>
  publicUrl ?? `${tls ? 'https' : 'http'}://localhost:${port}`;
