import { setTimeout as wait } from 'node:timers/promises';
import { talkCalmly, type MessageTimes } from '../../../bench/chat-talks.ts';
import { ourTalks, type OurTalks } from '../../../bench/chat-ours.ts';
import { cpuMsOf, familyCpuMsOf } from '../../../bench/cpu-time.ts';
import { phonesProcess, type PhonesProcess } from '../../../bench/exchange-phones-process.ts';
import { percentile } from '../../../bench/report.ts';
import { askProduct, type Asked } from './ask.ts';
import { tallyOf, type JournalLine } from './ledger.ts';
import { foundCustomers } from './people-at-work.ts';
import type { RunPlan } from './plan.ts';
import { brokenBy, loadPromises } from './promises.ts';
import type { KeptLine, LoadProof, LoadStep } from './proof.ts';
import { openProvenHouse, type ProvenHouse, type ProvenTeam } from './proven-house.ts';
import { proveSound } from './sound-beside-asterisk.ts';

/** Agents of a team; two and two of them talk. */
const TEAM = 10;
const GROWTH = 1.5;
const MEASURE_SEC = 10;
/** An agent's page asks something every two seconds, and every tenth question is a write. */
const ASK_EVERY_MS = 2_000;
const WRITE_EVERY = 10;
/** One conversation for two agents, with a message each way in eight seconds. */
const AGENTS_A_CHAT = 2;
const CHAT_EVERY_SEC = 4;
const CHATS_AN_AGENT = 5;
/** Of the time of this phase; the rest is for plain sound. */
const SHARE = 0.65;

interface Loaded {
  house: ProvenHouse;
  phones: PhonesProcess;
  teams: ProvenTeam[];
  talks: OurTalks[];
  customers: JournalLine[];
}

/** More and more agents, calls, chats and questions at once, until a promise breaks or time is over. */
export async function proveLoad(
  plan: RunPlan,
  say: (line: string) => void,
  keep: (proof: LoadProof) => void,
): Promise<void> {
  const untilMs = performance.now() + plan.seconds.load * SHARE * 1_000;
  const steps: LoadStep[] = [];
  let endedBecause = 'It ended because its time was over: no promise broke.';
  const house = await openProvenHouse({ seed: plan.seed, isLinked: false });
  const phones = phonesProcess();
  const loaded: Loaded = { house, phones, teams: [], talks: [], customers: [] };
  let kept: KeptLine[] = [];
  try {
    for (let agents = plan.firstAgents; performance.now() < untilMs && agents <= plan.mostAgents;) {
      const step = await oneStep(loaded, agents).catch((problem: Error) => problem);
      if (step instanceof Error) {
        endedBecause = `It ended at ${agents} agents, which could not be set up: ${step.message}.`;
        break;
      }
      steps.push(step);
      say(`${step.agents} agents, ${step.calls} calls, ${step.chats} chats: ${step.broken.join(', ') || 'kept'}`);
      if (step.broken.length > 0) {
        endedBecause = `It ended at ${agents} agents, where a promise broke.`;
        break;
      }
      agents = Math.ceil((agents * GROWTH) / TEAM) * TEAM;
    }
    kept = [{ what: 'customers saved', ...tallyOf(loaded.customers, await foundCustomers(house, loaded.teams)) }];
    keep({ steps, sound: [], kept, endedBecause });
  } finally {
    phones.child.kill('SIGKILL');
    for (const talks of loaded.talks) await talks.close();
    await house.stop();
  }
  keep({ steps, sound: await proveSound(plan.seconds.load * (1 - SHARE), say), kept, endedBecause });
}

async function oneStep(loaded: Loaded, agents: number): Promise<LoadStep> {
  const { phones, teams, talks } = loaded;
  const ringMs = await growTo(loaded, agents);
  const chats = talks.reduce((sum, { count }) => sum + count, 0);
  const asked: Asked[] = [];
  const over = { isOver: false };
  await wait(1_000);
  await phones.ask({ do: 'count' });
  const before = { atMs: performance.now(), ...cpuOf(loaded) };
  const asking = teams.flatMap((team, at) =>
    team.posts.map((_, person) => askOn(loaded, team, { at, person }, over, asked)),
  );
  const times: MessageTimes[] = [];
  const chatting = talks.map(async (all) => {
    const exchanges = Math.max(1, Math.round(MEASURE_SEC / (2 * CHAT_EVERY_SEC)));
    const talkTimes = await talkCalmly(all, exchanges, all.count / CHAT_EVERY_SEC).catch(() => null);
    if (talkTimes) times.push(...talkTimes.times);
    else times.push({ storedMs: Number.POSITIVE_INFINITY, heardMs: Number.POSITIVE_INFINITY });
  });
  await wait(MEASURE_SEC * 1_000);
  const { heard } = await phones.ask<{ heard: number }>({ do: 'count' });
  const lastedMs = performance.now() - before.atMs;
  over.isOver = true;
  const after = cpuOf(loaded);
  await Promise.all([...asking, ...chatting]);
  const calls = teams.reduce((sum, { posts }) => sum + Math.floor(posts.length / 2), 0);
  const percent = (part: 'servers' | 'postgres' | 'clients'): number => ((after[part] - before[part]) / lastedMs) * 100;
  const took = asked.map(({ tookMs }) => tookMs);
  const figures = {
    requestP95Ms: took.length > 0 ? percentile(took, 0.95) : null,
    refusedRequests: asked.filter(({ code, status }) => code !== 0 && (status === 0 || status >= 500 || status === 429))
      .length,
    messageP99Ms:
      times.length > 0
        ? percentile(
            times.map(({ heardMs }) => heardMs),
            0.99,
          )
        : null,
    ringP95Ms: ringMs.length > 0 ? percentile(ringMs, 0.95) : null,
    soundLeast: heard / (2 * calls) / (lastedMs / 1_000),
  };
  return {
    agents: teams.reduce((sum, { posts }) => sum + posts.length, 0),
    calls,
    chats,
    requests: asked.length,
    figures,
    serversPercent: percent('servers'),
    postgresPercent: percent('postgres'),
    clientsPercent: percent('clients'),
    broken: brokenBy(loadPromises, figures).map(({ name }) => name),
  };
}

/** More teams sit down, two and two of them talk, and more visitors write; answers how long callers waited for ringing. */
async function growTo({ house, phones, teams, talks }: Loaded, agents: number): Promise<number[]> {
  const seated = teams.reduce((sum, { posts }) => sum + posts.length, 0);
  const ringMs: (number | null)[] = [];
  let from = seated;
  for (let left = agents - seated; left > 0;) {
    const people = Math.min(left, TEAM);
    const team = await house.team(people);
    teams.push(team);
    await phones.ask({ do: 'seat', posts: team.posts });
    const pairs = Array.from({ length: Math.floor(people / 2) }, (_, at): [number, number] => [
      from + 2 * at,
      from + 2 * at + 1,
    ]);
    ringMs.push(...(await phones.ask<{ ringMs: (number | null)[] }>({ do: 'talk', pairs })).ringMs);
    from += people;
    left -= people;
  }
  const more = Math.floor(agents / AGENTS_A_CHAT) - talks.reduce((sum, { count }) => sum + count, 0);
  if (more > 0)
    talks.push(
      await ourTalks(house.db, house.origin, {
        count: more,
        perAgent: CHATS_AN_AGENT,
        text: 'A message of the length people write to one another',
      }),
    );
  return ringMs.flatMap((ms) => ms ?? []);
}

/** What an agent's page asks while they work. */
async function askOn(
  { house, customers }: Loaded,
  { token, tenantId, posts }: ProvenTeam,
  { at, person }: { at: number; person: number },
  over: { isOver: boolean },
  asked: Asked[],
): Promise<void> {
  await wait(((at * 7 + person * 3) % 20) * (ASK_EVERY_MS / 20));
  for (let n = person; !over.isOver; n += 1) {
    const isWrite = n % WRITE_EVERY === 0;
    const key = `Load ${tenantId}-${person}-${customers.length}`;
    const answer = isWrite
      ? await askProduct(house.origin, token, '/admin/cdp/customer/insert', { full_name: key })
      : n % 2 === 0
        ? await askProduct(house.origin, posts[person]!.token, '/cc/api/agentStatus/v1/mine')
        : await askProduct(house.origin, token, '/admin/cdp/customer/list', { page_size: 30 });
    asked.push(answer);
    if (isWrite) customers.push({ key, fate: answer.code === 0 ? 'acknowledged' : 'unknown' });
    await wait(ASK_EVERY_MS);
  }
}

const cpuOf = ({ house, phones }: Loaded) => ({
  servers: cpuMsOf(...house.processes.map((one) => one.pid())),
  postgres: familyCpuMsOf(house.databasePid()),
  clients: cpuMsOf(process.pid, phones.child.pid!),
});
