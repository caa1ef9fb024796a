// npm run move-files -- --to s3|folder: moves files between DATA_DIR and a store that speaks S3, while the product runs.
import { join } from 'node:path';
import { ready } from './lib/ready.mjs';
import { main, run } from './lib/run.mjs';

main(async () => {
  const { node, env } = await ready();
  const command = [join('apps', 'server', 'move-files.ts'), ...process.argv.slice(2)];
  process.exitCode = (await run(node, command, { env })).code;
});
