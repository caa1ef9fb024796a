// npm run flow-cases [folder …]: plays kept conversations against flows, without a server. Exits with 1 when one did not go as expected.
// In a folder, `reception.flow.json` (as the designer exports it) is played with `reception.cases.json` (a list) and every `reception.*.case.json`;
// `reception.callers.json` lists made-up callers: { by: 'script' | 'model', caller: { name, persona, goal, facts, language }, runs, maxTurns, expects }.
// A model plays callers where FLOW_MODEL_ADDRESS (`https://…/v1`), FLOW_MODEL and FLOW_MODEL_KEY name one that speaks OpenAI's protocol.
import { resolve } from 'node:path';
import { ready } from './lib/ready.mjs';
import { main, run } from './lib/run.mjs';

main(async () => {
  const folders = process.argv.slice(2);
  const { node, env } = await ready({ dev: false });
  process.exitCode = (
    await run(
      node,
      [
        'scripts/lib/play-flow-cases.ts',
        ...(folders.length > 0 ? folders.map((folder) => resolve(folder)) : ['flows']),
      ],
      { env },
    )
  ).code;
});
