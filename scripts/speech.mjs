// npm run speech: fetches the models of this machine's own recognition and voice into DATA_DIR, and tries them.
import { join } from 'node:path';
import { ready } from './lib/ready.mjs';
import { main, run } from './lib/run.mjs';

main(async () => {
  const { node, env } = await ready();
  process.exitCode = (await run(node, [join('scripts', 'lib', 'try-speech.ts')], { env })).code;
});
