// `npm start`: everything a bare clone lacks, then the server.
import { buildPages } from './lib/pages.mjs';
import { buildProgram, compiledIn } from './lib/program.mjs';
import { ready } from './lib/ready.mjs';
import { main } from './lib/run.mjs';
import { supervise } from './lib/supervise.mjs';

main(async () => {
  const { node, env } = await ready();
  await buildPages({ node, env });
  await buildProgram({ node, env });
  supervise([{ command: node, args: ['apps/server/main.ts'], env: { ...env, ...compiledIn(env) } }]);
});
