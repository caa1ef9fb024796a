import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { diskFiles } from '#adapters/files/disk/disk-files.ts';
import { keptMessages } from '#adapters/messages/outbox/kept-messages.ts';
import { smtpMail } from '#adapters/messages/smtp/smtp-mail.ts';
import { startEmbeddedPostgres } from '#adapters/postgres/embedded-postgres.ts';
import { seedDemo } from '#db/seed.ts';
import { emptyCatalogue } from '#platform/server/catalogue.ts';
import { systemClock } from '#platform/server/clock.ts';
import { openDb } from '#platform/server/db/db.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { openLog } from '#platform/server/log.ts';
import { openMetrics } from '#platform/server/metrics.ts';
import { openSessions } from '#platform/server/sessions/sessions.ts';
import { loadTexts } from '#platform/server/texts.ts';
import type { World } from '#platform/server/world.ts';
import { buildServer } from './build-server.ts';
import { BadSetting, readConfig } from './config.ts';
import { greet } from './greeting.ts';

const root = join(import.meta.dirname, '../..');

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = openLog(config.logLevel);
  const dataDir = resolve(config.dataDir);
  mkdirSync(dataDir, { recursive: true });

  const postgres = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir, log: (line) => log.info({ from: 'postgres' }, line) });
  const url = config.databaseUrl ?? postgres!.url;
  await migrate(url);

  const db = openDb({ url, report: (problem) => log.warn({ err: problem }, 'database connection') });
  const kept = keptMessages(join(dataDir, 'outbox.jsonl'), systemClock);
  const world: World = {
    db,
    catalogue: emptyCatalogue(),
    sessions: openSessions(db, systemClock),
    files: diskFiles(join(dataDir, 'files')),
    mail: config.smtpUrl ? smtpMail(config.smtpUrl, config.mailFrom) : kept.mail,
    sms: kept.sms,
    outbox: config.smtpUrl ? null : kept.outbox,
    texts: loadTexts(),
    clock: systemClock,
    log,
    metrics: openMetrics(),
    publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
    demo: config.demo,
  };
  const server = await buildServer(world, { ...config, pages: { folder: join(root, 'dist/web'), assetHosts: config.assetHosts } });
  if (config.demo) await seedDemo(world, server.features);
  await server.start({ host: config.host, port: config.port });
  await greet(world, config, server.http.server.address());

  let stopping = false;
  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    // Whatever hangs must not keep the machine from shutting down.
    setTimeout(() => process.exit(1), 10_000).unref();
    await server.stop();
    await db.close();
    await postgres?.stop();
    process.exit(0);
  }
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
  // The starter was killed: nobody would stop us otherwise.
  process.on('disconnect', () => void stop());
  process.on('unhandledRejection', (problem) => log.error({ err: problem }, 'bug: unhandled rejection'));
}

main().catch((problem: unknown) => {
  const message = problem instanceof Error ? problem.message : String(problem);
  console.error(problem instanceof BadSetting || (problem as { oneLine?: boolean }).oneLine ? message : `OpenSeat could not start: ${message}`);
  process.exit(1);
});
