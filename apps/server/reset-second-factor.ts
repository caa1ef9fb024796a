import { resolve } from 'node:path';
import { startEmbeddedPostgres } from '#adapters/postgres/embedded-postgres.ts';
import { resetByOperator } from '#features/team/second-factor/server/index.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import { publicUrlOf, readConfig } from './config.ts';
import { openKeys } from './open-keys.ts';
import { keepPrivate } from './private-folder.ts';

/** `npm run reset-second-factor -- ana@aurora.example`: all second factors of one person, of whatever teams, are forgotten. */
async function reset(email: string | undefined): Promise<void> {
  if (!email?.includes('@')) throw new Error('Whose? npm run reset-second-factor -- ana@aurora.example');
  const config = readConfig(process.env);
  const dataDir = resolve(config.dataDir);
  keepPrivate(dataDir);
  const postgres = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir, archive: true, log: () => {} });
  try {
    const url = config.databaseUrl ?? postgres!.url;
    await migrate(url);
    const db = openDb({ url, report: () => {}, keys: openKeys(config, dataDir) });
    try {
      const outcome = await resetByOperator(db, email, publicUrlOf(config));
      if (outcome === 'unknown') throw new Error(`Nobody has the address ${email}.`);
      say(
        outcome === 'none'
          ? `${email} has no second factor.`
          : `The second factors and recovery codes of ${email} are gone; the password alone signs them in. They are told by mail${postgres ? ' once the server runs' : ''}, and it stands in the operation log of their teams.`,
      );
    } finally {
      await db.close();
    }
  } finally {
    await postgres?.stop();
  }
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

reset(process.argv[2]).catch((problem: unknown) => {
  process.stderr.write(`${problem instanceof Error ? problem.message : String(problem)}\n`);
  process.exitCode = 1;
});
