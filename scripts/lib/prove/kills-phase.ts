import { setTimeout as wait } from 'node:timers/promises';
import { nodesInTurn, shardOf } from '#adapters/telephony/asterisk/config/house-names.ts';
import { houseLacks } from '#adapters/telephony/asterisk/config/start-asterisk-house.ts';
import type { SuiteCall } from '#core/telephony/suite/rehearsed-exchange.fixture.ts';
import { outwardAddress } from '#test/outward-address.ts';
import { openOutsideCarrier, type OutsideCarrier } from '#test/outside-carrier.ts';
import { startAsteriskCluster, type AsteriskCluster } from '../../../bench/asterisk-cluster.ts';
import { AgentStatus, sitDown, type SeatedAgent } from '../../../bench/exchange-agent.ts';
import { freePort } from '../../../bench/product.ts';
import { askProduct, askSurely } from './ask.ts';
import { aHome } from './faults-phase.ts';
import { callTallyOf, longestPauseMs, type NotedCall } from './ledger.ts';
import { recordsOf } from './people-at-work.ts';
import { placesLost } from './places.ts';
import type { RunPlan } from './plan.ts';
import { RECORD_WITHIN_SEC } from './promises.ts';
import type { KillsProof } from './proof.ts';
import { openProvenHouse, type ProvenHouse, type ProvenTeam } from './proven-house.ts';
import { beginTalk, pauseOfTalk, type TonedTalk } from './toned-talks.ts';

const KILLS = 20;
const LINE = 'proof';
/** Of each of two teams: talks between agents, talks with somebody outside, and callers in line. A trial has fewer. */
const SIZES = { pairs: 5, fromOutside: 5, waiting: 3 };
const FEW = { pairs: 2, fromOutside: 1, waiting: 2 };
const AT_ONCE = 5;
/** As long as the keeper of the exchange takes. */
const NODE_BACK_MS = 2_500;
const AFTER_MS = 3_000;
const TAKEN_OVER_MS = 20_000;
const LAST_SEC = 20;
const TURN_MS = 20;

interface TeamOnPhones extends ProvenTeam {
  pairs: SeatedAgent[];
  served: SeatedAgent[];
  waiting: SuiteCall[];
}

interface Stage {
  sizes: typeof SIZES;
  house: ProvenHouse;
  cluster: AsteriskCluster;
  carrier: OutsideCarrier;
  teams: TeamOnPhones[];
  talks: TonedTalk[];
  notes: NotedCall[];
  faults: string[];
  seen: { calls: number; callers: number };
  isOver: boolean;
  /** Moments at which this process itself had its turn. */
  turnsMs: number[];
}

/** Calls with tones through Kamailio and two Asterisk nodes, and random kills of every part but the database. A text: why it was not tried. */
export async function proveKills(
  plan: RunPlan,
  say: (line: string) => void,
  keep: (proof: KillsProof) => void,
): Promise<string | null> {
  const lacks = houseLacks();
  if (lacks) return lacks;
  const untilMs = performance.now() + (plan.seconds.kills - LAST_SEC) * 1_000;
  const edge = { address: outwardAddress(), port: 0 };
  const place = { name: LINE, address: outwardAddress(), port: await freePort() };
  const carrier = await openOutsideCarrier(LINE, { ...place, edge });
  let cluster: AsteriskCluster | null = null;
  let house: ProvenHouse | null = null;
  try {
    house = await openProvenHouse({
      seed: plan.seed,
      isLinked: false,
      isAtEdge: true,
      async prepare(database) {
        cluster = await startAsteriskCluster(database, [place]);
        Object.assign(edge, cluster.house.edge.line);
        return cluster;
      },
    });
    const stage: Stage = {
      sizes: plan.kind === 'tried' ? FEW : SIZES,
      house,
      cluster: cluster!,
      carrier,
      teams: [],
      talks: [],
      notes: [],
      faults: [],
      seen: { calls: 0, callers: 0 },
      isOver: false,
      turnsMs: [],
    };
    keep(await playKills(stage, untilMs, say));
    return null;
  } finally {
    await carrier.close();
    await house?.stop();
  }
}

async function playKills(stage: Stage, untilMs: number, say: (line: string) => void): Promise<KillsProof> {
  const { house, teams, talks, faults } = stage;
  for (let n = 0; n < 2; n += 1) teams.push(await seatTeam(stage));
  say(`${teams.reduce((sum, { posts }) => sum + posts.length, 0)} agents are at their phones`);
  const coming = keepComing(stage);
  const turns = setInterval(() => stage.turnsMs.push(performance.now()), TURN_MS);
  await begin(stage);
  say(
    `${talks.length} talks with tones, ${teams.reduce((sum, { waiting }) => sum + waiting.length, 0)} callers in line`,
  );
  const kills = new Map<string, number>();
  const result = {
    survivors: 0,
    tonePausesSec: [] as number[],
    earsStillSec: [] as number[],
    cutWithTheirNode: 0,
    cutOtherwise: 0,
    placesLost: 0,
  };
  const takenOverSec: number[] = [];
  for (let n = 0; n < KILLS && performance.now() < untilMs; n += 1) {
    const seen = await killOne(stage);
    kills.set(seen.part, (kills.get(seen.part) ?? 0) + 1);
    result.survivors += seen.pausesSec.length;
    result.tonePausesSec.push(...seen.pausesSec);
    result.earsStillSec.push(...seen.pausesSec.map(() => seen.earsStillSec));
    result.cutWithTheirNode += seen.cutWithTheirNode;
    result.cutOtherwise += seen.cutOtherwise;
    result.placesLost += seen.placesLost;
    if (seen.takenOverSec !== null) takenOverSec.push(seen.takenOverSec);
    say(
      `${n + 1}. ${seen.part} killed: ${seen.pausesSec.length} talks went on, longest without a tone ${Math.max(0, ...seen.pausesSec).toFixed(2)} s (our ears stood still ${seen.earsStillSec.toFixed(2)} s), ${seen.cutOtherwise} cut though their node lived, ${seen.placesLost} places lost`,
    );
    await begin(stage);
  }
  if (performance.now() > untilMs && [...kills.values()].reduce((sum, one) => sum + one, 0) < KILLS)
    faults.push(`time was over before ${KILLS} kills`);
  for (const talk of talks) await talk.hangUp();
  for (const { waiting } of teams) for (const call of waiting) await call.hangUp().catch(() => {});
  await wait(AFTER_MS);
  stage.isOver = true;
  clearInterval(turns);
  await coming;
  const record = callTallyOf(stage.notes, await recordsOf(house, teams), { withinMs: RECORD_WITHIN_SEC * 1_000 });
  for (const { pairs, served } of teams) for (const seat of [...pairs, ...served]) await seat.leave().catch(() => {});
  return {
    calls: stage.seen.calls,
    kills: [...kills].map(([part, times]) => ({ part, times })),
    ...result,
    takenOverSec,
    waiting: stage.seen.callers,
    record,
    faults,
  };
}

async function seatTeam({ house, sizes }: Stage): Promise<TeamOnPhones> {
  const team = await house.team(2 * sizes.pairs + sizes.fromOutside);
  const { tenantId, posts } = team;
  await house.db.pool.query('update did_number set carrier = $2 where tenant_id = $1', [tenantId, LINE]);
  await house.db.pool.query('update agent_group set max_wait_sec = 3600, wrap_up_sec = 0 where tenant_id = $1', [
    tenantId,
  ]);
  const inPairs = posts.slice(0, 2 * sizes.pairs);
  await house.db.pool.query('delete from agent_group_member where tenant_id = $1 and user_id = any($2)', [
    tenantId,
    inPairs.map(({ userId }) => userId),
  ]);
  const seats: SeatedAgent[] = [];
  for (let from = 0; from < posts.length; from += AT_ONCE)
    seats.push(
      ...(await Promise.all(
        posts.slice(from, from + AT_ONCE).map(async (post) => {
          const seat = await sitDown(post);
          await seat.become(AgentStatus.available);
          return seat;
        }),
      )),
    );
  return { ...team, pairs: seats.slice(0, 2 * sizes.pairs), served: seats.slice(2 * sizes.pairs), waiting: [] };
}

/** Pages that lost a connection open it anew, again and again. */
async function keepComing(stage: Stage): Promise<void> {
  while (!stage.isOver) {
    const cut = stage.teams.flatMap(({ pairs, served }) => [...pairs, ...served]).filter((seat) => seat.isCut());
    await Promise.all(cut.map((seat) => seat.comeBack().catch(() => {})));
    await wait(300);
  }
}

const nodeOf = ({ cluster }: Stage, tenantId: number): string => {
  const up = cluster.parts.nodes.filter((part) => part.pid() !== null);
  return nodesInTurn(shardOf(tenantId), cluster.parts.nodes).find((part) => up.includes(part))?.name ?? '';
};

/** Whoever does not talk begins to, and whoever should stand in line does. */
async function begin(stage: Stage): Promise<void> {
  await Promise.all(
    stage.teams.map(async (team) => {
      const { tenantId, pairs, served, did } = team;
      const node = nodeOf(stage, tenantId);
      const talksAt = new Set(
        stage.talks.filter((talk) => talk.tenantId === tenantId && !talk.isOver()).map(({ note }) => note.phone),
      );
      for (let at = 0; at < pairs.length; at += 2) {
        const [seat, callee] = [pairs[at]!, pairs[at + 1]!];
        if (talksAt.has(callee.sipNum)) continue;
        await join(stage, () => beginTalk({ tenantId, node, callees: [callee] }, { seat }));
      }
      for (let left = served.length - served.filter(({ sipNum }) => talksAt.has(sipNum)).length; left > 0; left -= 1)
        await join(stage, () => {
          const outside = stage.carrier.outside.callIn(did, aCaller(stage));
          return beginTalk({ tenantId, node, callees: served }, { outside });
        });
      team.waiting = team.waiting.filter((call) => call.at() !== 'over');
      while (team.waiting.length < stage.sizes.waiting) {
        team.waiting.push(stage.carrier.outside.callIn(did, aCaller(stage)));
        await wait(300);
      }
    }),
  );
  await wait(1_000);
}

const aCaller = ({ seen }: Stage): string => `52551234${String((seen.callers += 1)).padStart(4, '0')}`;

/** Once more where it does not come about: phones may not be back yet. */
async function join(stage: Stage, make: () => Promise<TonedTalk>): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      const talk = await make();
      stage.seen.calls += 1;
      stage.talks.push(talk);
      stage.notes.push(talk.note);
      return;
    } catch (problem) {
      if (tries === 4) return void stage.faults.push((problem as Error).message);
      await wait(1_000);
    }
}

interface Killed {
  part: string;
  pausesSec: number[];
  earsStillSec: number;
  cutWithTheirNode: number;
  cutOtherwise: number;
  placesLost: number;
  takenOverSec: number | null;
}

async function killOne(stage: Stage): Promise<Killed> {
  const { house, cluster, teams } = stage;
  const lines = new Map<number, string[]>();
  for (const team of teams) lines.set(team.tenantId, await lineOf(house, team));
  const living = stage.talks.filter((talk) => !talk.isOver());
  const kinds = ['process', 'process', ...cluster.parts.nodes.map(({ name }) => name), 'edge'];
  const kind = kinds[Math.floor(house.luck.chance() * kinds.length)]!;
  const atMs = performance.now();
  const takenOverSec = await take(stage, kind);
  await wait(AFTER_MS);
  const seen: Killed = {
    part: kind === 'process' ? 'a process of the product' : kind === 'edge' ? 'Kamailio' : `Asterisk ${kind}`,
    pausesSec: [],
    earsStillSec: longestPauseMs(stage.turnsMs, atMs, performance.now()) / 1_000,
    cutWithTheirNode: 0,
    cutOtherwise: 0,
    placesLost: 0,
    takenOverSec,
  };
  for (const talk of living) {
    if (talk.node === kind) {
      seen.cutWithTheirNode += 1;
      talk.note.isCut = true;
      await talk.hangUp();
    } else if (talk.isGone()) {
      seen.cutOtherwise += 1;
      await talk.hangUp();
    } else seen.pausesSec.push(pauseOfTalk(talk, atMs, performance.now()) / 1_000);
  }
  for (const team of teams) {
    if (living.some(({ tenantId, node }) => tenantId === team.tenantId && node === kind)) {
      for (const call of team.waiting) await call.hangUp().catch(() => {});
      team.waiting = [];
      continue;
    }
    const after = await lineOf(house, team);
    const isStanding = team.waiting.every((call) => call.at() !== 'over');
    const left = new Set(isStanding ? [] : lines.get(team.tenantId));
    if (!isStanding) stage.faults.push('a caller in line was hung up on though their Asterisk lived');
    seen.placesLost += placesLost({ before: lines.get(team.tenantId)!, after, left }).length;
  }
  return seen;
}

/** Who stands in line, in the order they are served; who was promised a call back stands no more. */
async function lineOf({ origin }: ProvenHouse, { token }: ProvenTeam): Promise<string[]> {
  const { list } = await askSurely<{ list: { callId: string; kind: string }[] }>(
    origin,
    token,
    '/cc/api/agentGroup/v1/waiting',
    {},
  );
  return list.filter(({ kind }) => kind === 'call').map(({ callId }) => callId);
}

/** Kills it and lets it be started again as its keeper does; answers how long desks were nowhere, where one was. */
async function take({ house, cluster, teams }: Stage, kind: string): Promise<number | null> {
  if (kind === 'edge') {
    await cluster.parts.edge.kill();
    await cluster.parts.edge.start();
    return null;
  }
  const node = cluster.parts.nodes.find(({ name }) => name === kind);
  if (node) {
    await node.kill();
    await wait(NODE_BACK_MS);
    await node.start();
    return null;
  }
  const victim = await aHome(house);
  const atMs = performance.now();
  victim.signal('SIGKILL');
  const back = victim.restart();
  await Promise.all(
    teams.map(async ({ token }) => {
      for (const untilMs = atMs + TAKEN_OVER_MS; performance.now() < untilMs; await wait(50))
        if ((await askProduct(house.origin, token, '/cc/api/desk/v1/state')).code === 0) return;
    }),
  );
  const takenOverSec = (performance.now() - atMs) / 1_000;
  await back;
  return takenOverSec;
}
