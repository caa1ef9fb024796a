// npm run backup: a backup of database and files, also while OpenSeat runs; `-- --help` says what else.
import { join } from 'node:path';
import { ready } from './lib/ready.mjs';
import { main, run } from './lib/run.mjs';

main(async () => {
  const { node, env } = await ready();
  const args = [join('apps', 'server', 'backup.ts'), ...process.argv.slice(2)];
  process.exitCode = (await run(node, args, { env })).code;
});
