import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { letEdgeIn } from '#adapters/telephony/asterisk/config/edge-role.ts';
import { openPart, type HousePart } from '#adapters/telephony/asterisk/config/house-part.ts';
import type { HousePlan } from '#adapters/telephony/asterisk/config/house-plan.ts';
import { houseFolder, keepHousePlan, readHousePlan } from '#adapters/telephony/asterisk/config/house-store.ts';
import { openHouseParts } from '#adapters/telephony/asterisk/config/open-house-parts.ts';
import { EDGE, partHome, writeHouse, type HousePrograms } from '#adapters/telephony/asterisk/config/write-house.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { openHouseBook, type HouseDeed } from './house-book.ts';
import { lookAtEdge, lookAtNode } from './look-at-part.ts';
import { getPrograms, programsOf } from './programs.ts';
import { databaseUrlOf, dataDirOf, planOf, Refusal } from './settings.ts';

const run = promisify(execFile);
const USAGE = `npm run exchange -- --asterisk   fetches, configures and starts Kamailio and Asterisk; again: carries out what changed
npm run exchange -- --status     what runs, how many calls, what was changed last
npm run exchange -- --stop       ends it
--now                            with the first and the last: calls that run are ended`;
const say = (line: string): void => console.log(line);

const wanted = new Set(process.argv.slice(2));
const isNow = wanted.delete('--now');
const dataDir = dataDirOf(process.env);

/** Looks after the parts, in a process of its own; it is there when those of `awaited` serve. */
function keeperOf(awaited: readonly HousePart[] = []): HousePart {
  const script = join(import.meta.dirname, 'keep-house.ts');
  const home = houseFolder(dataDir);
  return openPart({
    name: 'the keeper of the exchange',
    command: [process.execPath, script, dataDir],
    mark: `${script} ${dataDir}`,
    pidFile: join(home, 'keeper.pid'),
    log: join(home, 'keeper.log'),
    serves: async () =>
      (await Promise.all(awaited.map(async (part) => part.pid() !== null && part.serves().catch(() => false)))).every(
        Boolean,
      ),
  });
}

/** How many calls each node has; null where it does not say. */
async function callsOf(plan: HousePlan): Promise<Map<string, number | null>> {
  const calls = new Map<string, number | null>();
  for (const node of plan.nodes) {
    const { look, close } = lookAtNode(plan, node);
    calls.set(node.name, (await look())?.calls ?? null);
    close();
  }
  return calls;
}

const running = (calls: Map<string, number | null>): number =>
  [...calls.values()].reduce<number>((sum, one) => sum + (one ?? 0), 0);

async function start(): Promise<void> {
  const databaseUrl = databaseUrlOf(process.env);
  const before = readHousePlan(dataDir);
  const { programs, deeds } = await getPrograms(dataDir, say);
  await migrate(databaseUrl);
  const password = before ? new URL(before.edge.databaseUrl).password : randomBytes(24).toString('base64url');
  const plan = planOf(process.env, await letEdgeIn(databaseUrl, password), before);
  keepHousePlan(dataDir, plan);
  const changes = writeHouse(plan, houseFolder(dataDir), programs);
  const parts = openHouseParts(plan, houseFolder(dataDir), programs);
  const touched = new Set(changes.map(({ part }) => part));
  const book = openHouseBook(plan.edge.databaseUrl);
  try {
    if (touched.size > 0) await keeperOf().stop();
    if (before) await dropParts(before, plan, programs);
    const wasUp = new Set([parts.edge, ...parts.nodes].filter((part) => part.pid() !== null).map(({ name }) => name));
    // Nobody notices a restart of the edge; a node is restarted when nobody talks there any more.
    if (touched.has(EDGE)) await parts.edge.stop();
    const calls = before ? await callsOf(before) : new Map<string, number | null>();
    const waiting: string[] = [];
    for (const part of parts.nodes.filter(({ name, pid }) => touched.has(name) && pid() !== null)) {
      if (isNow || !calls.get(part.name)) await part.stop();
      else {
        await stopWhenQuiet(part.name, programs);
        waiting.push(part.name);
      }
    }
    const keeper = keeperOf([parts.edge, ...parts.nodes.filter(({ name }) => !waiting.includes(name))]);
    const isKeeping = keeper.pid() !== null;
    await keeper.start();
    const started = [parts.edge, ...parts.nodes].filter(({ name }) => !wasUp.has(name) || touched.has(name));
    const done: HouseDeed[] = [
      ...deeds,
      ...changes,
      ...(isKeeping ? [] : started)
        .filter(({ name }) => !waiting.includes(name))
        .map(({ name }) => ({ part: name, file: '', what: 'started' as const })),
    ];
    await book.changed(done);
    for (const line of deedLines(done)) say(line);
    if (done.length === 0) say('Nothing had to be changed.');
    for (const name of waiting)
      say(`${name}: takes over what changed when its ${calls.get(name)} calls have ended; --now ends them.`);
    await printStatus(plan, programs);
  } finally {
    await book.close();
  }
}

/** Nodes the new plan has no more. */
async function dropParts(before: HousePlan, plan: HousePlan, programs: HousePrograms): Promise<void> {
  const names = new Set(plan.nodes.map(({ name }) => name));
  for (const part of openHouseParts(before, houseFolder(dataDir), programs).nodes)
    if (!names.has(part.name)) await part.stop();
}

async function stopWhenQuiet(name: string, { asterisk }: HousePrograms): Promise<void> {
  const [program = '', ...args] = asterisk.command;
  const file = join(partHome(houseFolder(dataDir), name), 'etc/asterisk.conf');
  await run(program, [...args, '-C', file, '-rx', 'core stop when convenient']);
}

async function stop(): Promise<void> {
  const { plan, programs } = house();
  const parts = openHouseParts(plan, houseFolder(dataDir), programs);
  const calls = running(await callsOf(plan));
  if (calls > 0 && !isNow)
    throw new Refusal(`${calls} calls run: wait, or end them with npm run exchange -- --stop --now`);
  const all = [parts.edge, ...parts.nodes].filter((part) => part.pid() !== null);
  await keeperOf().stop();
  await Promise.all(all.map((part) => part.stop()));
  const book = openHouseBook(plan.edge.databaseUrl);
  try {
    const stopped = { state: 'down', version: '', calls: 0, trouble: '' } as const;
    for (const { name } of all) await book.writeState(name, stopped);
    await book.changed(all.map(({ name }) => ({ part: name, file: '', what: 'stopped' })));
  } catch (problem) {
    say(`It ended, which the database could not be told: ${(problem as Error).message}`);
  } finally {
    await book.close();
  }
  say(all.length > 0 ? `Ended: ${all.map(({ name }) => name).join(', ')}.` : 'Nothing ran.');
}

async function status(): Promise<void> {
  const { plan, programs } = house();
  if (!(await printStatus(plan, programs))) process.exitCode = 3;
}

/** Whether everything runs. */
async function printStatus(plan: HousePlan, programs: HousePrograms): Promise<boolean> {
  const parts = openHouseParts(plan, houseFolder(dataDir), programs);
  const { edge } = plan;
  const lines: { name: string; at: string; pid: number | null; seen: { version: string; calls: number } | null }[] = [];
  lines.push({
    name: EDGE,
    at: `ws://${edge.publicAddress}:${edge.wsPort}`,
    pid: parts.edge.pid(),
    seen: await lookAtEdge(plan)(),
  });
  for (const [i, node] of plan.nodes.entries()) {
    const { look, close } = lookAtNode(plan, node);
    lines.push({
      name: node.name,
      at: `${node.address}:${node.sipPort}`,
      pid: parts.nodes[i]!.pid(),
      seen: await look(),
    });
    close();
  }
  const program = (name: string): string => (name === EDGE ? 'Kamailio' : 'Asterisk');
  for (const { name, at, pid, seen } of lines)
    say(
      `${name}: ${seen ? `up, ${program(name)} ${seen.version}, ${at}${name === EDGE ? '' : `, ${seen.calls} calls`}, process ${pid ?? 'of somebody else'}` : 'down'}`,
    );
  const keeper = keeperOf().pid();
  say(keeper === null ? 'Nobody looks after it: npm run exchange -- --asterisk' : `looked after by process ${keeper}`);
  const book = openHouseBook(edge.databaseUrl);
  const last = await book.lastChange().catch(() => null);
  await book.close();
  if (last) for (const line of [`last change, ${last.at.toISOString()}:`, ...deedLines(last.deeds)]) say(line);
  return keeper !== null && lines.every(({ seen }) => seen !== null);
}

/** One line for each part and what was done to it. */
function deedLines(deeds: readonly HouseDeed[]): string[] {
  const groups = Map.groupBy(deeds, ({ part, what }) => `${part}: ${what}`);
  return [...groups].map(([head, those]) =>
    `${head} ${those
      .map(({ file }) => file)
      .filter(Boolean)
      .join(', ')}`.trimEnd(),
  );
}

function house(): { plan: HousePlan; programs: HousePrograms } {
  const plan = readHousePlan(dataDir);
  const programs = programsOf(dataDir);
  if (!plan || !programs)
    throw new Refusal(`There is no exchange in ${houseFolder(dataDir)}: npm run exchange -- --asterisk`);
  return { plan, programs };
}

const work = { '--asterisk': start, '--status': status, '--stop': stop };
try {
  const [word = ''] = wanted;
  if (wanted.size !== 1 || !(word in work)) throw new Refusal(USAGE);
  await work[word as keyof typeof work]();
  process.exit(process.exitCode ?? 0);
} catch (problem) {
  console.error(problem instanceof Refusal ? problem.message : problem);
  process.exit(1);
}
