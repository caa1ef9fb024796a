import { join } from 'node:path';
import { chances } from '#features/team/agent-groups/core/routing.fixture.ts';
import type { Db } from '#platform/server/db/db.ts';
import { openDb } from '#platform/server/db/open-db.ts';
import { newKey, writeKeys } from '#platform/server/secrets/key-file.ts';
import { aMember, aTenant } from '#test/builders.ts';
import { benchDatabase } from '../../../bench/database.ts';
import type { DeskTeam } from '../../../bench/desk-people.ts';
import { openBalancer, startProcess, type DeskProcess, type ProcessWishes } from '../../../bench/desk-processes.ts';
import { furnish, hire, openGroup } from '../../../bench/exchange-house.ts';
import { freePort } from '../../../bench/product.ts';
import { ranFor } from './left-running.ts';
import { openLink, type ProvenLink } from './link.ts';

/** A team with somebody who may see everything of it: what the product says is asked as them. */
export interface ProvenTeam extends DeskTeam {
  token: string;
}

export interface ProvenProcess extends DeskProcess {
  /** Its way to the database, and the way of the others to it. */
  database: ProvenLink;
  peers: ProvenLink;
  /** What the row of its leases names. */
  announced: string;
}

/** The product as people run it: processes on one database behind a balancer, with links that can be spoilt. */
export interface ProvenHouse {
  origin: string;
  dataDir: string;
  databaseUrl: string;
  db: Db;
  luck: ReturnType<typeof chances>;
  processes: readonly ProvenProcess[];
  databasePid(): number;
  /** Everybody's connections are gone at once. */
  cutClients(): void;
  team(people: number): Promise<ProvenTeam>;
  stop(): Promise<void>;
}

export interface HouseWishes {
  seed: number;
  processes?: number;
  /** Through links of ours; else directly, which costs less. */
  isLinked?: boolean;
  wishes?: (index: number) => Partial<ProcessWishes>;
  /** What has to run before them, with the settings they need for it. */
  prepare?: (database: {
    url: string;
    dataDir: string;
  }) => Promise<{ env: Record<string, string>; end(): Promise<void> }>;
  /** Phones are at an exchange outside. */
  isAtEdge?: boolean;
}

const numbers = { next: 9_001 };

export async function openProvenHouse({
  seed,
  processes: howMany = 2,
  isLinked = true,
  wishes = () => ({}),
  prepare = async () => ({ env: {}, end: async () => {} }),
  isAtEdge = false,
}: HouseWishes): Promise<ProvenHouse> {
  const luck = chances(seed);
  const database = await benchDatabase();
  writeKeys(join(database.dataDir, 'secrets.key'), [newKey()]);
  const processes: ProvenProcess[] = [];
  const endings: (() => Promise<unknown> | void)[] = [() => database.stop()];
  /** Backwards, and all of it, whatever fails on the way. */
  async function stop(): Promise<void> {
    forget();
    for (const end of endings.splice(0).toReversed()) await Promise.resolve(end()).catch(() => {});
  }
  const forget = ranFor(stop);
  try {
    const before = await prepare(database);
    endings.push(() => before.end());
    for (let index = 1; index <= howMany; index += 1) {
      const wished = wishes(index);
      const own = { ...wished, env: { ...before.env, ...wished.env } };
      const one = await startLinked(index, { database, isLinked, wishes: own });
      endings.push(() => one.end());
      processes.push(one);
    }
    const balancer = await openBalancer(processes, () => luck.chance(), { byReadiness: true });
    endings.push(() => balancer.close());
    const db = openDb({ url: database.url, max: 8, report() {} });
    endings.push(() => db.close());
    return {
      origin: balancer.origin,
      dataDir: database.dataDir,
      databaseUrl: plainUrl(database.url),
      db,
      luck,
      processes,
      databasePid: () => database.pid,
      cutClients: () => balancer.cut(),
      team: async (people) => {
        const team = await openTeam(db, balancer.origin, people);
        return isAtEdge ? { ...team, posts: team.posts.map((post) => ({ ...post, isAtEdge })) } : team;
      },
      stop,
    };
  } catch (problem) {
    await stop();
    throw problem;
  }
}

/** By TCP, whatever else it offers: only that goes through a link. */
function plainUrl(url: string, port?: number): string {
  const plain = new URL(url);
  plain.search = '';
  if (port !== undefined) plain.port = String(port);
  return plain.href;
}

async function startLinked(
  index: number,
  {
    database,
    isLinked,
    wishes,
  }: { database: { url: string; dataDir: string }; isLinked: boolean; wishes: Partial<ProcessWishes> },
): Promise<ProvenProcess> {
  const port = await freePort();
  const toDatabase = await openLink({ host: '127.0.0.1', port: Number(new URL(database.url).port) });
  const peers = await openLink({ host: '127.0.0.1', port });
  const announced = `http://127.0.0.1:${isLinked ? peers.port : port}`;
  // Nobody looks at the demo, and it takes its time to be made.
  const env: Record<string, string> = { DEMO: '0', ...wishes.env, ...(isLinked && { NODE_ADDRESS: announced }) };
  const url = isLinked ? plainUrl(database.url, toDatabase.port) : database.url;
  const started = await startProcess(index, url, database.dataDir, { ...wishes, env, port, isQuiet: true });
  return Object.assign(started, {
    database: toDatabase,
    peers,
    announced,
    end: endAll(started.end, () => {
      toDatabase.close();
      peers.close();
    }),
  });
}

const endAll = (first: () => Promise<void>, then: () => void) => async (): Promise<void> => {
  await first();
  then();
};

async function openTeam(db: Db, origin: string, people: number): Promise<ProvenTeam> {
  const tenantId = await aTenant(db, { name: `Proof ${numbers.next}` });
  await furnish(db, tenantId);
  // Virtual customers call whoever rehearses.
  await db.pool.query(`insert into tenant_setting (tenant_id, name, value) values ($1, 'RehearsalEnable', 'true')`, [
    tenantId,
  ]);
  const posts = await hire({ db, tenantId, origin }, people);
  const did = `52555000${(numbers.next += 1)}`;
  await openGroup(db, tenantId, 'Proof', did, posts);
  const { token } = await aMember(db, tenantId, { isOwner: true, textSeat: true });
  return { tenantId, did, posts, token };
}
