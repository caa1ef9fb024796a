// `npm run dev`: the server restarts when its sources change, the pages change while you look at them.
import { ready, toolFile } from './lib/ready.mjs';
import { main } from './lib/run.mjs';
import { supervise } from './lib/supervise.mjs';

main(async () => {
  const { node, env } = await ready({ dev: true });
  supervise([
    { command: node, args: ['--watch', '--watch-preserve-output', 'apps/server/serve.ts'], env },
    { command: node, args: [toolFile('vite')], env },
  ]);
});
