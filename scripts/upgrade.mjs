// npm run upgrade: restarts the nodes of an installation in turn, or finishes an upgrade (see docs/operate.md).
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { layOutRelease } from './lib/lay-out-release.mjs';
import { ready } from './lib/ready.mjs';
import { nodesIn, rollNodes } from './lib/roll-nodes.mjs';
import { main, run, Stop } from './lib/run.mjs';

const USAGE = `npm run upgrade -- --release VERSION [--at /opt/openseat]
  lays out a release (a tag or commit of the clone in AT/repository) beside the one that runs, and points AT/current to it; one that is
  there already is pointed to at once, which is also the way back
npm run upgrade -- --nodes a=http://10.0.0.11:3000,b=http://10.0.0.12:3000 [--restart 'COMMAND {name}'] [--within SECONDS]
  restarts each node by COMMAND (systemctl restart openseat@{name} unless given) and goes on when it is ready again
npm run upgrade -- --finish
  takes away what only the version before needed (DATABASE_URL names the database); it cannot come back afterwards`;
/** As the image does it; a version from before has no program to build. */
const BUILD =
  "import('./scripts/lib/ready.mjs').then(async ({ ready }) => { const found = await ready(); await (await import('./scripts/lib/pages.mjs')).buildPages(found); await import('./scripts/lib/program.mjs').then((program) => program.buildProgram(found), () => {}); })";
const ASK_MS = 2_000;
const EVERY_MS = 500;

const isReady = ({ url }) =>
  fetch(`${url}/api/ready`, { signal: AbortSignal.timeout(ASK_MS) }).then(
    (answer) => answer.ok,
    () => false,
  );

async function roll(nodes, { restart: command, within }) {
  const { done, why } = await rollNodes({
    nodes,
    isReady,
    say: (line) => console.log(line),
    pause: () => pause(EVERY_MS),
    tries: Math.ceil((Number(within) * 1_000) / EVERY_MS),
    restart: async ({ name }) => {
      const { code } = await run(command.replaceAll('{name}', name), [], { shell: true });
      return code === 0 ? null : `could not be restarted (exit code ${code})`;
    },
  });
  if (why) throw new Stop(`${why}. Restarted: ${done.join(', ') || 'none'}.`);
  console.log(
    `Restarted: ${done.join(', ')}. The version before can still come back; npm run upgrade -- --finish ends that.`,
  );
}

async function release(version, at) {
  const done = async (command, args, cwd) => {
    const { code, output } = await run(command, args, { quiet: true, ...(cwd && { cwd }) });
    return code === 0 ? null : output.trim() || `exit code ${code}`;
  };
  const { why, folder, before } = await layOutRelease({
    at,
    version,
    name: version.replaceAll('/', '-'),
    say: (line) => console.log(line),
    git: (args) => done('git', args),
    install: (made) => done('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], made),
    build: (made) => done(process.execPath, ['-e', BUILD], made),
  });
  if (why) throw new Stop(`${why}\nWhat runs, and ${at}/current, are as they were.`);
  console.log(`${at}/current is ${folder}${before ? ` (before: ${before})` : ''}. Restart the nodes: --nodes …`);
}

main(async () => {
  const { values } = parseArgs({
    options: {
      release: { type: 'string' },
      at: { type: 'string', default: '/opt/openseat' },
      nodes: { type: 'string' },
      restart: { type: 'string', default: 'systemctl restart openseat@{name}' },
      within: { type: 'string', default: '600' },
      finish: { type: 'boolean', default: false },
    },
  });
  if (values.finish) {
    const { node, env } = await ready();
    const { code } = await run(node, ['apps/server/finish-upgrade.ts'], { env });
    if (code !== 0) throw new Stop('Nothing was taken away.');
    return;
  }
  if (values.release) return release(values.release, resolve(values.at));
  const nodes = values.nodes ? nodesIn(values.nodes) : null;
  if (!nodes) throw new Stop(USAGE);
  await roll(nodes, values);
});
