import { DatabaseClient } from '#platform/server/db/database-client.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { databaseFunctions, migrations } from '#platform/server/db/schema-files.ts';
import { buildId } from '#platform/server/nodes/build-id.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { otherBuilds } from './other-builds.ts';

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
const others = await otherBuilds(client, { version: packageJson.version, build: buildId() });
await client.end();
if (others.length > 0) {
  const nodeLabels = others.map((node) => `${node.name} (${node.version}${node.build && ` ${node.build}`})`);
  refuse(`This is ${packageJson.version} ${buildId()}. Others still work: ${nodeLabels.join(', ')}.`);
  process.exit(1);
}
const done = await migrate(url, migrations(), databaseFunctions(), { finish: true });
say(
  done.length === 0
    ? 'Nothing is left of the version before.'
    : `Taken away: ${done.join(', ')}. The version before cannot read this database any more.`,
);
