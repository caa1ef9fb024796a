// npm run reset-second-factor -- ADDRESS: helps somebody in again who lost phone and codes. With the embedded database the server is stopped first.
import { join } from 'node:path';
import { ready } from './lib/ready.mjs';
import { main, run } from './lib/run.mjs';

main(async () => {
  const { node, env } = await ready();
  const command = [join('apps', 'server', 'reset-second-factor.ts'), ...process.argv.slice(2)];
  process.exitCode = (await run(node, command, { env })).code;
});
