// `npm start`: everything a bare clone lacks, then the server.
import { buildPages } from './lib/pages.mjs';
import { buildProgram, compiledIn, serverFlags } from './lib/program.mjs';
import { ready } from './lib/ready.mjs';
import { main } from './lib/run.mjs';
import { supervise } from './lib/supervise.mjs';

main(async () => {
  const { node, env } = await ready();
  await buildPages({ node, env });
  await buildProgram({ node, env });
  const args = [...serverFlags, 'apps/server/main.ts'];
  supervise([{ command: node, args, env: { ...env, ...compiledIn(env) } }]);
});
