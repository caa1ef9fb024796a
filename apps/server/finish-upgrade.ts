import { DatabaseClient } from '#platform/server/db/database-client.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { databaseFunctions, migrations } from '#platform/server/db/schema-files.ts';
import packageJson from '../../package.json' with { type: 'json' };

// What only the version before needed goes, once no process of it works any more.
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const refuse = (line: string): void => void process.stderr.write(`${line}\n`);
const url = process.env.DATABASE_URL;
if (!url) {
  refuse('DATABASE_URL says which database is meant.');
  process.exit(1);
}
const client = new DatabaseClient({ connectionString: url });
await client.connect();
const { rows } = await client.query<{ name: string; version: string }>(
  `select name, version from node where version <> $1 and heard_at > now() - interval '8 seconds' order by name`,
  [packageJson.version],
);
await client.end();
if (rows.length > 0) {
  refuse(`Other versions still work: ${rows.map(({ name, version }) => `${name} (${version})`).join(', ')}.`);
  process.exit(1);
}
const done = await migrate(url, migrations(), databaseFunctions(), { finish: true });
say(
  done.length === 0
    ? 'Nothing is left of the version before.'
    : `Taken away: ${done.join(', ')}. The version before cannot read this database any more.`,
);
