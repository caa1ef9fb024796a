import { connect } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { openPart, type HousePart } from './house-part.ts';
import type { HousePlan, NodePlan } from './house-plan.ts';
import { ARI_USER } from './house-names.ts';
import { EDGE, partHome, type HousePrograms } from './write-house.ts';

const ANSWER_MS = 2_000;

export const ariUrl = ({ address, httpPort }: NodePlan): string => `http://${address}:${httpPort}/ari`;
export const rpcUrl = ({ edge }: HousePlan): string => `http://${edge.address}:${edge.rpcPort}/rpc`;

/** The programs of a house that was written under `dir`. */
export function openHouseParts(
  plan: HousePlan,
  dir: string,
  { kamailio, asterisk }: HousePrograms,
): { edge: HousePart; nodes: HousePart[] } {
  const edgeHome = partHome(dir, EDGE);
  const config = join(edgeHome, 'etc/kamailio.cfg');
  return {
    edge: openPart({
      name: EDGE,
      command: [...kamailio.command, '-f', config, '-DD', '-m', '128', '-M', '16', '-w', join(edgeHome, 'run')],
      mark: config,
      pidFile: join(edgeHome, 'run/edge.pid'),
      log: join(edgeHome, 'log/edge.log'),
      prepare: () => forgetPhones(plan),
      serves: async () =>
        (await opens(plan.edge.publicAddress, plan.edge.wsPort)) && (await askEdge(plan, 'core.version')) !== null,
    }),
    nodes: plan.nodes.map((node) => {
      const home = partHome(dir, node.name);
      const file = join(home, 'etc/asterisk.conf');
      return openPart({
        name: node.name,
        command: [...asterisk.command, '-C', file, '-f', '-n'],
        mark: file,
        pidFile: join(home, 'run/node.pid'),
        log: join(home, 'log/console'),
        // HTTP answers before ARI is there, and ARI before every module is.
        serves: async () => (await askNode(plan, node, '/asterisk/info')) !== null,
      });
    }),
  };
}

/** What a node answers to a GET of ARI; null where it does not. */
export async function askNode<Answer>(plan: HousePlan, node: NodePlan, path: string): Promise<Answer | null> {
  const authorization = `Basic ${Buffer.from(`${ARI_USER}:${plan.secrets.ari}`).toString('base64')}`;
  const response = await fetch(`${ariUrl(node)}${path}`, {
    headers: { authorization },
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch(() => null);
  return response?.ok ? ((await response.json()) as Answer) : null;
}

/** What the edge answers to a command; null where it does not. */
export async function askEdge(
  plan: HousePlan,
  method: string,
  params: readonly (string | number)[] = [],
): Promise<unknown> {
  const response = await fetch(rpcUrl(plan), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', method, params, id: 1 }),
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch(() => null);
  if (!response?.ok) return null;
  return ((await response.json()) as { result?: unknown }).result ?? null;
}

const opens = (host: string, port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect({ host, port, timeout: ANSWER_MS });
    const answer = (is: boolean) => () => {
      socket.destroy();
      done(is);
    };
    socket.once('connect', answer(true)).once('error', answer(false)).once('timeout', answer(false));
  });

/** The websockets of an edge that starts are dead: whoever was registered comes back by itself. */
async function forgetPhones({ edge }: HousePlan): Promise<void> {
  const client = new pg.Client({ connectionString: edge.databaseUrl });
  await client.connect();
  try {
    await client.query('delete from edge.location where server_id = $1', [edge.serverId]);
  } finally {
    await client.end();
  }
}
