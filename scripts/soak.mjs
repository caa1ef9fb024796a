// npm run soak [-- --minutes 10 --seed 1]: random calls for a while; fails when something of them stays behind.
import { join } from 'node:path';
import { ready } from './lib/ready.mjs';
import { main, run } from './lib/run.mjs';

main(async () => {
  const { node, env } = await ready({ dev: true });
  process.exitCode = (await run(node, [join('bench', 'soak.ts'), ...process.argv.slice(2)], { env })).code;
});
