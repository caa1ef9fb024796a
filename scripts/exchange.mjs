// npm run exchange -- --asterisk | --status | --stop: Kamailio and Asterisk as the exchange of this machine, on DATABASE_URL.
import { join } from 'node:path';
import { ready } from './lib/ready.mjs';
import { main, run } from './lib/run.mjs';

main(async () => {
  const { node, env } = await ready();
  const wanted = process.argv.slice(2);
  process.exitCode = (await run(node, [join('scripts', 'lib', 'exchange', 'command.ts'), ...wanted], { env })).code;
});
