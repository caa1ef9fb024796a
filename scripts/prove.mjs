// npm run prove [-- --quick]: load, faults, hostile input, a soak with an upgrade, kills under calls; writes docs/proof.md (see docs/decisions/0036-proof.md).
import { join } from 'node:path';
import { ready } from './lib/ready.mjs';
import { main, run } from './lib/run.mjs';

main(async () => {
  const { node, env } = await ready({ dev: true });
  process.exitCode = (
    await run(node, [join('scripts', 'lib', 'prove', 'play.ts'), ...process.argv.slice(2)], { env })
  ).code;
});
