import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import { chances } from '#features/team/agent-groups/core/routing.fixture.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import type { Db } from '#platform/server/db/db.ts';
import { newKey, writeKeys } from '#platform/server/secrets/key-file.ts';
import { aTenant } from '#test/builders.ts';
import { benchDatabase } from './database.ts';
import { countIn, makeCalls, workAtPhone, type DeskTeam, type DeskTrial } from './desk-people.ts';
import { openBalancer, startProcess, type DeskProcess } from './desk-processes.ts';
import { furnish, hire, openGroup } from './exchange-house.ts';
import { percentile, print, type Figure } from './report.ts';

/*
 * One desk per tenant, tried: several processes of the product behind a balancer, phones and pages spread over them, calls in and out,
 * and processes that are killed, stopped in order or stand still by chance of a seed. The database itself notes who wrote what under
 * which epoch, the phones what rang at them; afterwards the history must be right.
 */
const { values } = parseArgs({
  options: {
    processes: { type: 'string', default: '2,4' },
    calls: { type: 'string', default: '200' },
    seed: { type: 'string', default: '20261117' },
  },
});
const CALLS = Number(values.calls);
const TEAMS = 2;
const TEAM = 4;
const MOVED_WITHIN_MS = 8_000;
const STAND_STILL_MS = 7_000;
/** Who waited too long speaks to a voicemail, and may take two minutes. */
const SETTLE_MS = 200_000;

interface Trial extends DeskTrial {
  db: Db;
  processes: DeskProcess[];
}

/** Whoever wrote a record, an offer or a status did so under the epoch of the lease of that moment. */
async function watchHistory(db: Db): Promise<void> {
  await db.pool.query(`
    create table trial_history (at timestamptz not null default clock_timestamp(), tenant_id bigint, epoch bigint, node text, what text);
    create function note_history() returns trigger language plpgsql security definer set search_path = public as $$
    begin
      insert into trial_history (tenant_id, epoch, node, what)
        select new.tenant_id, l.epoch, new.node, tg_table_name from lease l where l.name = 'desk ' || new.tenant_id;
      return null;
    end $$;
    create trigger trial after insert on call_record for each row execute function note_history();
    create trigger trial after insert or update on queue_entry for each row when (new.ended_at is null) execute function note_history();
    create function note_offers() returns trigger language plpgsql security definer set search_path = public as $$
    begin
      if exists (
        select from queue_entry n join queue_entry e on e.tenant_id = n.tenant_id and e.offered_to = n.offered_to and e.ended_at is null and e.id <> n.id
        where n.id = new.id and n.ended_at is null) then
        insert into trial_history (tenant_id, node, what) values (new.tenant_id, new.node, 'an agent was offered two');
      end if;
      return null;
    end $$;
    -- Once the transaction is over: a decision ends one offer and makes the next in two statements.
    create constraint trigger trial_offers after insert or update on queue_entry deferrable initially deferred for each row when (new.offered_to is not null and new.ended_at is null) execute function note_offers()`);
}

interface LeaseRow {
  epoch: number;
  address: string | null;
}

const leaseOf = async (db: Db, tenantId: number): Promise<LeaseRow | undefined> =>
  (await db.pool.query<LeaseRow>('select epoch, address from lease where name = $1', [`desk ${tenantId}`])).rows[0];

/** Something happens to a process, mostly to one that is a home; answers how long its desks were nowhere. */
async function misfortune(trial: Trial, moves: { kind: string; ms: number }[]): Promise<void> {
  const { db, luck, processes, teams } = trial;
  const homes = await Promise.all(
    teams.map(async ({ tenantId }) => ({ tenantId, lease: await leaseOf(db, tenantId) })),
  );
  const victims = processes.filter(({ origin }) => homes.some(({ lease }) => lease?.address === origin));
  const victim =
    (luck.chance() < 0.85 ? victims[Math.floor(luck.chance() * victims.length)] : undefined) ??
    processes[Math.floor(luck.chance() * processes.length)]!;
  const kind = (['SIGKILL', 'SIGSTOP', 'SIGTERM'] as const)[Math.floor(luck.chance() * 3)]!;
  countIn(trial, kind);
  const atMs = performance.now();
  victim.signal(kind);
  const moved = Promise.all(
    homes
      .filter(({ lease }) => lease?.address === victim.origin)
      .map(async ({ tenantId, lease }) => {
        for (;;) {
          const now = await leaseOf(db, tenantId);
          if (now && now.epoch > lease!.epoch && now.address) break;
          if (performance.now() - atMs > 3 * MOVED_WITHIN_MS) break;
          await wait(50);
        }
        const ms = performance.now() - atMs;
        moves.push({ kind, ms });
        if (ms > MOVED_WITHIN_MS) trial.faults.push(`${kind}: the desk was nowhere for ${Math.round(ms)} ms`);
      }),
  );
  if (kind === 'SIGSTOP') {
    await wait(STAND_STILL_MS);
    victim.signal('SIGCONT');
    await moved;
  } else {
    await moved;
    await victim.restart();
  }
}

async function checkHistory({ db, teams, faults }: Trial): Promise<void> {
  const ask = async <Row extends object>(query: string): Promise<Row[]> => (await db.pool.query<Row>(query)).rows;
  const tenants = `(${teams.map(({ tenantId }) => tenantId).join(',')})`;
  const twoOwners = await ask<{ tenant_id: number; epoch: number; nodes: string[] }>(
    `select tenant_id, epoch, array_agg(distinct node) nodes from trial_history where epoch is not null group by 1, 2 having count(distinct node) > 1`,
  );
  for (const { tenant_id, epoch, nodes } of twoOwners)
    faults.push(`tenant ${tenant_id} had two owners at epoch ${epoch}: ${nodes.join(' ')}`);
  const twice = await ask<{ n: number }>(
    `select count(*) n from trial_history where what = 'an agent was offered two'`,
  );
  if (twice[0]!.n > 0) faults.push(`an agent was offered two calls at once, ${twice[0]!.n} times`);
  const wrong: [string, string][] = [
    ['records are open', `select 1 from call_record where tenant_id in ${tenants} and ended_at is null`],
    [
      'records have moments out of order',
      `select 1 from call_record where tenant_id in ${tenants} and (ended_at < started_at or answered_at < started_at or ended_at < answered_at)`,
    ],
    [
      'agents are in a call that is over',
      `select 1 from agent_state where tenant_id in ${tenants} and call_id is not null`,
    ],
    [
      'callers stand in a line nobody holds',
      `select 1 from queue_entry where tenant_id in ${tenants} and ended_at is null and kind = 'call'`,
    ],
    [
      'calls have two records',
      `select 1 from call_record where tenant_id in ${tenants} group by tenant_id, call_id having count(*) > 1`,
    ],
  ];
  for (const [what, query] of wrong) {
    const found = await ask(query);
    if (found.length > 0) faults.push(`${found.length} ${what}`);
  }
}

const isQuiet = async ({ db, teams }: Trial): Promise<boolean> =>
  (
    await db.pool.query(
      `select 1 from call_record where ended_at is null and tenant_id = any($1) union all select 1 from agent_state where call_id is not null and tenant_id = any($1)`,
      [teams.map(({ tenantId }) => tenantId)],
    )
  ).rows.length === 0;

async function run(howMany: number): Promise<{ figures: Figure[]; faults: string[] }> {
  const luck = chances(Number(values.seed) + howMany);
  const database = await benchDatabase();
  const keyFile = join(database.dataDir, 'secrets.key');
  writeFileSync(keyFile, '');
  writeKeys(keyFile, [newKey()]);
  const processes: DeskProcess[] = [];
  for (let index = 1; index <= howMany; index += 1)
    processes.push(await startProcess(index, database.url, database.dataDir));
  const balancer = await openBalancer(processes, () => luck.chance());
  const db = openDb({ url: database.url, max: 8, report() {} });
  await watchHistory(db);
  const teams: DeskTeam[] = [];
  for (let index = 0; index < TEAMS; index += 1) {
    const tenantId = await aTenant(db, { name: `Trial ${index}` });
    await furnish(db, tenantId);
    const posts = await hire({ db, tenantId, origin: balancer.origin }, TEAM);
    const did = `52555000${9_001 + index}`;
    await openGroup(db, tenantId, 'Trial', did, posts);
    teams.push({ tenantId, did, posts });
  }
  const trial: Trial = { db, luck, processes, teams, seats: new Map(), faults: [], counts: {}, isOver: false };
  const working = teams.flatMap(({ posts }) => posts.map((post) => workAtPhone(trial, post)));
  const moves: { kind: string; ms: number }[] = [];
  const calling = makeCalls(trial, CALLS).then(() => true);
  const nextMisfortune = (): Promise<boolean> => wait(luck.between(6_000, 10_000)).then(() => false);
  while (!(await Promise.race([calling, nextMisfortune()]))) await misfortune(trial, moves);
  const settledBy = performance.now() + SETTLE_MS;
  while (performance.now() < settledBy && !(await isQuiet(trial))) await wait(1_000);
  trial.isOver = true;
  await Promise.all(working);
  await wait(1_000);
  await checkHistory(trial);
  console.log(`${howMany} processes:`, JSON.stringify(trial.counts));
  const { rows } = await db.pool.query<{ n: number }>('select count(*) n from call_record where tenant_id = any($1)', [
    teams.map(({ tenantId }) => tenantId),
  ]);
  await db.close();
  await balancer.close();
  await Promise.all(processes.map((one) => one.end()));
  await database.stop();
  const of = (kind: string): number[] => moves.filter((move) => move.kind === kind).map(({ ms }) => ms);
  const figures = ['SIGKILL', 'SIGTERM', 'SIGSTOP'].flatMap((kind) =>
    of(kind).length === 0
      ? []
      : [
          {
            bench: `${howMany} processes, ${kind}: desk elsewhere`,
            ours: percentile(of(kind), 1),
            reference: null,
            unit: 'ms',
            goal: 'at most 8,000',
          },
        ],
  );
  return {
    faults: trial.faults.map((fault) => `${howMany} processes: ${fault}`),
    figures: [
      ...figures,
      { bench: `${howMany} processes: records`, ours: rows[0]!.n, reference: null, unit: 'calls' },
      { bench: `${howMany} processes: faults`, ours: trial.faults.length, reference: null, unit: '', goal: 'none' },
    ],
  };
}

const results: { figures: Figure[]; faults: string[] }[] = [];
for (const howMany of values.processes.split(',').map(Number)) results.push(await run(howMany));
print(
  'One desk per tenant over several processes',
  results.flatMap(({ figures }) => figures),
);
const faults = results.flatMap((result) => result.faults);
for (const fault of faults) console.error(fault);
process.exit(faults.length > 0 ? 1 : 0);
