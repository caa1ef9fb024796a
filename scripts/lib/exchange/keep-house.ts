// Keeps the parts of this machine's exchange running: `keep-house.ts DATA_DIR`. They run on without it; who comes later finds them.
import { setTimeout as pause } from 'node:timers/promises';
import type { HousePart } from '#adapters/telephony/asterisk/config/house-part.ts';
import { houseFolder, readHousePlan } from '#adapters/telephony/asterisk/config/house-store.ts';
import { openHouseParts } from '#adapters/telephony/asterisk/config/open-house-parts.ts';
import { programsOf } from './programs.ts';
import { openHouseBook, type PartState } from './house-book.ts';
import { lookAtEdge, lookAtNode, type Look } from './look-at-part.ts';

const LOOK_MS = 2_000;
/** However little happens, operators see that somebody looks. */
const WRITE_EVERY_MS = 10_000;
const AGAIN_MS = [500, 1_000, 2_000, 5_000, 10_000];

const dataDir = process.argv[2]!;
const plan = readHousePlan(dataDir)!;
const book = openHouseBook(plan.edge.databaseUrl);
const parts = openHouseParts(plan, houseFolder(dataDir), programsOf(dataDir)!);
const say = (line: string): void => console.log(`${new Date().toISOString()} ${line}`);

/** One part: started when it is not there, started again when it ends, looked at meanwhile. */
async function keep(part: HousePart, look: Look): Promise<void> {
  let writtenState: PartState | null = null;
  let writtenMs = 0;
  let trouble = '';
  let tries = 0;
  let wake = new AbortController();
  part.onLost((reason) => {
    trouble = reason;
    say(`${part.name} ended: ${reason}`);
    wake.abort();
  });
  async function writeState(state: PartState): Promise<void> {
    const isNews = JSON.stringify(writtenState) !== JSON.stringify(state);
    if (!isNews && Date.now() - writtenMs < WRITE_EVERY_MS) return;
    try {
      await book.writeState(part.name, state);
      writtenState = state;
      writtenMs = Date.now();
    } catch (problem) {
      // The database is away: calls go on, and it is told when it is back.
      if (isNews) say(`${part.name} is ${state.state}, which nobody could be told: ${(problem as Error).message}`);
    }
  }
  const rest = async (ms: number): Promise<void> => {
    await pause(ms, null, { signal: wake.signal }).catch(() => {});
    wake = new AbortController();
  };

  for (;;) {
    if (part.pid() === null) {
      await writeState({ state: tries === 0 ? 'starting' : 'down', version: '', calls: 0, trouble });
      try {
        await part.start();
        tries = 0;
        say(`${part.name} started`);
      } catch (problem) {
        trouble = (problem as Error).message;
        say(trouble);
        await writeState({ state: 'down', version: '', calls: 0, trouble });
        await rest(AGAIN_MS[Math.min(tries++, AGAIN_MS.length - 1)]!);
        continue;
      }
    }
    const seen = await look();
    if (seen) await writeState({ state: 'up', ...seen, trouble: '' });
    else if (part.pid() !== null)
      await writeState({ state: 'down', version: '', calls: 0, trouble: 'It runs and does not answer.' });
    await rest(LOOK_MS);
  }
}

process.on('SIGTERM', () => {
  say('The parts of the exchange run on by themselves.');
  process.exit(0);
});

say('Looking after the exchange.');
void book.onlyParts([parts.edge, ...parts.nodes].map(({ name }) => name)).catch(() => {});
// Who runs already is looked after, not started.
for (const part of [parts.edge, ...parts.nodes]) if (part.pid() !== null) await part.start();
const nodes = plan.nodes.map((node, i) => keep(parts.nodes[i]!, lookAtNode(plan, node).look));
await Promise.all([...nodes, keep(parts.edge, lookAtEdge(plan))]);
