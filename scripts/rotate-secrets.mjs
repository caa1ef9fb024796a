// npm run rotate-secrets: a new key for what is secret in the database. With the embedded database the server is stopped first.
import { join } from 'node:path';
import { ready } from './lib/ready.mjs';
import { main, run } from './lib/run.mjs';

main(async () => {
  const { node, env } = await ready();
  process.exitCode = (
    await run(node, [join('apps', 'server', 'rotate-secrets.ts'), ...process.argv.slice(2)], { env })
  ).code;
});
