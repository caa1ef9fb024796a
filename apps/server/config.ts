import { z } from 'zod';

const flag = z.enum(['0', '1']).transform((value) => value === '1');

const Settings = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3_000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://').optional(),
  EXCHANGE: z.enum(['embedded', 'asterisk']).default('embedded'),
  DEMO: flag.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** As people type it; used for links in mails. */
  PUBLIC_URL: z.url().optional(),
  /** `smtp://…`; without it mails are kept and, in the demo, shown. */
  SMTP_URL: z.string().regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://').optional(),
  MAIL_FROM: z.string().default('OpenSeat <no-reply@localhost>'),
  /** Addresses of proxies whose X-Forwarded-For is believed, or how many proxies stand before us: `1` believes the nearest one. */
  TRUST_PROXY: z.string().optional(),
  /** Other origins whose pages may call, comma separated. */
  ALLOWED_ORIGINS: z.string().default(''),
  /** Hosts for static files by page origin: `https://app.example=https://cdn.example,…`. */
  ASSET_HOSTS: z.string().default(''),
  /** Guards /metrics; without it only loopback may read. */
  METRICS_TOKEN: z.string().min(8).optional(),
});

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | null;
  exchange: 'embedded' | 'asterisk';
  demo: boolean;
  logLevel: string;
  publicUrl: string | null;
  smtpUrl: string | null;
  mailFrom: string;
  trustProxy: false | number | string;
  allowedOrigins: string[];
  assetHosts: Record<string, string>;
  metricsToken: string | null;
}

/** A setting that cannot be used; the message is the one line to print. */
export class BadSetting extends Error {}

export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.keys(Settings.shape).map((name) => [name, env[name] === '' ? undefined : env[name]]));
  const parsed = Settings.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    throw new BadSetting(`Setting ${String(issue.path[0])} is not usable: ${issue.message}`);
  }
  const s = parsed.data;
  return {
    port: s.PORT,
    host: s.HOST,
    dataDir: s.DATA_DIR,
    databaseUrl: s.DATABASE_URL ?? null,
    exchange: s.EXCHANGE,
    demo: s.DEMO ?? !s.DATABASE_URL,
    logLevel: s.LOG_LEVEL,
    publicUrl: s.PUBLIC_URL ?? null,
    smtpUrl: s.SMTP_URL ?? null,
    mailFrom: s.MAIL_FROM,
    trustProxy: s.TRUST_PROXY === undefined ? false : /^\d+$/.test(s.TRUST_PROXY) ? Number(s.TRUST_PROXY) || false : s.TRUST_PROXY,
    allowedOrigins: list(s.ALLOWED_ORIGINS),
    assetHosts: Object.fromEntries(list(s.ASSET_HOSTS).map((pair) => pair.split('=') as [string, string])),
    metricsToken: s.METRICS_TOKEN ?? null,
  };
}

const list = (text: string): string[] => text.split(',').map((part) => part.trim()).filter(Boolean);
