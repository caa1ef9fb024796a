// npm run interop: signs in with identity providers that others wrote, each against the whole product on data of its own.
import { join } from 'node:path';
import { ready } from './lib/ready.mjs';
import { main, run } from './lib/run.mjs';

main(async () => {
  const { node, env } = await ready();
  process.exitCode = (await run(node, [join('scripts', 'lib', 'interop', 'sign-in.ts')], { env })).code;
});
