// npm run restore: database and files as they were at a moment; `-- --help` says how.
import { join } from 'node:path';
import { ready } from './lib/ready.mjs';
import { main, run } from './lib/run.mjs';

main(async () => {
  const { node, env } = await ready();
  const args = [join('apps', 'server', 'restore.ts'), ...process.argv.slice(2)];
  process.exitCode = (await run(node, args, { env })).code;
});
