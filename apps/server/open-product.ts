import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anchorFile } from '#adapters/files/anchor-file.ts';
import { clamdScan } from '#adapters/files/virus-scan/clamd-scan.ts';
import { eicarScan } from '#adapters/files/virus-scan/eicar-scan.ts';
import { openOutsideFetch } from '#adapters/http/open-outside-fetch.ts';
import { openOutsideWire } from '#adapters/http/open-outside-wire.ts';
import { openTextRecords } from '#adapters/http/resolve-names.ts';
import { keptMessages } from '#adapters/messages/outbox/kept-messages.ts';
import { smtpMail } from '#adapters/messages/smtp/smtp-mail.ts';
import { openEmbeddedSpeech } from '#adapters/speech/embedded/open-embedded-speech.ts';
import { openWebPush } from '#adapters/web-push/open-web-push.ts';
import { seedDemo } from '#db/seed.ts';
import { emptyCatalogue } from '#platform/server/catalogue.ts';
import { systemClock } from '#platform/server/clock.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import type { Log } from '#platform/server/log.ts';
import { openMetrics } from '#platform/server/metrics.ts';
import { freeBytesOf, openStorageWatch } from '#platform/server/open-storage-watch.ts';
import { openSessions } from '#platform/server/sessions/open-sessions.ts';
import { loadTexts } from '#platform/server/texts.ts';
import type { Traces } from '#platform/server/traces/traces.ts';
import type { World } from '#platform/server/world.ts';
import { assertConnections } from './assert-connections.ts';
import { buildServer } from './build-server.ts';
import { BadSetting, publicUrlOf, type Config } from './config.ts';
import type { Endings } from './endings.ts';
import { openExchange } from './open-exchange.ts';
import { openHouseExchange } from './open-house-exchange.ts';
import { recordingsFolderOf } from './recordings-folder.ts';
import { greet } from './greeting.ts';
import { openCarrierNumbers } from './open-carrier-numbers.ts';
import { openFiles } from './open-files.ts';
import { openInstallationBackups } from './open-installation-backups.ts';
import { openInstallationSms } from './open-installation-sms.ts';
import { openSmsCarriers } from './open-sms-carriers.ts';
import { openKeys } from './open-keys.ts';
import { resealSecrets } from './reseal-secrets.ts';
import { openSpeechProviders } from './open-speech-providers.ts';
import packageJson from '../../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '../..');
/** What each part has of the time in which everything ends. */
const PATIENCE_MS = { features: 400, exchange: 200, server: 400, outside: 50, database: 100 };

/** What is there before the product is. */
export interface Ground {
  config: Config;
  log: Log;
  dataDir: string;
  /** Of the database, which takes connections. */
  url: string;
  /** What whoever runs the machine should know of where the database lies. */
  whereabouts: string | null;
  /** Everything that is begun here ends there. */
  endings: Endings;
}

/** Opens everything, until the product answers. */
export async function openProduct({ config, log, dataDir, url, whereabouts, endings }: Ground): Promise<{
  /** Lets what goes on end by itself; null where nobody waits for it. */
  drain: (() => Promise<void>) | null;
}> {
  await assertConnections(url, config.databasePool, log);
  await migrate(url);

  const db = openDb({
    url,
    readUrl: config.databaseReadUrl,
    max: config.databasePool,
    keys: openKeys(config, dataDir),
    report: (problem) => log.warn({ err: problem }, 'database connection'),
  });
  await endings.begun(() => db.close(), PATIENCE_MS.database);
  await resealSecrets(db);
  const metrics = openMetrics();
  const places = await openFiles(config.files, dataDir, { db, log, metrics });
  await endings.begun(async () => places.close(), PATIENCE_MS.outside);
  const tls = config.tls && readPem(config.tls);
  const kept = keptMessages(join(dataDir, 'outbox.jsonl'), systemClock);
  const around = { db, clock: systemClock, log, metrics };
  const exchange = await (config.exchange === 'asterisk'
    ? openHouseExchange(config, dataDir, around)
    : openExchange({ ...config, certificate: tls }, dataDir, around));
  await endings.begun(() => exchange.stop(), PATIENCE_MS.exchange);
  const outside = openOutsideFetch({ allowPrivate: config.allowPrivate });
  const wire = openOutsideWire({ allowPrivate: config.allowPrivate });
  await endings.begun(() => wire.close(), PATIENCE_MS.outside);
  const embeddedSpeech = openEmbeddedSpeech({ dataDir, log: (line) => log.info({ from: 'speech' }, line) });
  await endings.begun(() => embeddedSpeech.close(), PATIENCE_MS.outside);
  const carriedSms = config.sms && openInstallationSms(config.sms);
  if (carriedSms) await endings.begun(() => carriedSms.close(), PATIENCE_MS.outside);
  // Nothing of it is loaded where nobody asks for it.
  const traces = config.traces && (await openTracesFor(config, config.traces, log));
  if (traces) await endings.begun(() => traces.stop(), PATIENCE_MS.outside);
  const world: World = {
    traces,
    db,
    catalogue: emptyCatalogue(),
    sessions: openSessions(db, systemClock, config),
    files: places.files,
    recordingsSpool: places.spool(join(recordingsFolderOf(dataDir, config.phones.node), 'waiting')),
    uploadLimits: config.uploadLimits,
    virusScan: config.clamd ? clamdScan(config.clamd) : eicarScan,
    mail: config.smtpUrl ? smtpMail(config.smtpUrl, config.mailFrom) : kept.mail,
    sms: carriedSms ?? (config.demo ? kept.sms : null),
    smsCountries: config.smsCountries,
    outbox: config.smtpUrl ? null : kept.outbox,
    outside,
    webPush: openWebPush({ outside, nowMs: () => systemClock.nowMs() }),
    smsProvider: openSmsCarriers({ outside, allowPrivate: config.allowPrivate }),
    carrierNumbers: openCarrierNumbers({ outside, allowPrivate: config.allowPrivate }),
    speechProvider: openSpeechProviders(wire),
    embeddedSpeech,
    textRecords: openTextRecords(),
    allowPrivate: config.allowPrivate,
    telephony: exchange.telephony,
    exchange: exchange.facts,
    rehearsal: exchange.rehearsal,
    trunks: exchange.trunks,
    texts: loadTexts(),
    clock: systemClock,
    anchors: anchorFile(join(dataDir, 'operation-log.anchors')),
    storage: openStorageWatch(systemClock, () => freeBytesOf(dataDir)),
    backups: openInstallationBackups(config, { dataDir, url }),
    log,
    metrics,
    publicUrl: publicUrlOf(config),
    certificateUntilMs: tls && new X509Certificate(tls.cert).validToDate.getTime(),
    registration: config.registration,
    isPublicUrlGuessed: config.publicUrl === null,
    aiFlows: config.aiFlows,
    demo: config.demo,
  };
  const server = await buildServer(world, {
    ...config,
    tls,
    pages: { folder: join(root, 'dist/web'), assetHosts: config.assetHosts },
  });
  exchange.attach(server, tls && tls.cert);
  if (config.demo) await seedDemo(world, server.features);
  await server.start({ host: config.host, port: config.port, nodeAddress: config.nodeAddress });
  // Backwards: calls end and are written down, phones are told to come again, and only then nobody holds the port any more.
  await endings.begun(() => server.stop(), PATIENCE_MS.server);
  await endings.begun(() => exchange.stop(), PATIENCE_MS.exchange);
  await endings.begun(() => server.stopFeatures(), PATIENCE_MS.features);
  await greet(world, config, server.http.server.address(), whereabouts);
  return { drain: config.drainMs > 0 ? () => server.drain(config.drainMs) : null };
}

async function openTracesFor({ phones }: Config, where: NonNullable<Config['traces']>, log: Log): Promise<Traces> {
  const { openTraces } = await import('#platform/server/traces/open-traces.ts');
  return openTraces({ ...where, node: phones.node, version: packageJson.version }, log);
}

function readPem({ cert, key }: { cert: string; key: string }): { cert: string; key: string } {
  try {
    return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
  } catch {
    throw new BadSetting('Settings TLS_CERT and TLS_KEY must name files that can be read.');
  }
}
