import type { DatabaseStanding } from '#platform/server/db/db.ts';
import type { InstallationNode } from '#platform/server/nodes/nodes.ts';
import { toWireTime } from '#shared/wire-time.ts';
import type { DatabaseHealth, NodeRow } from '../contract.ts';

/** A process as operators read it. */
export const nodeRow = (node: InstallationNode, ownId: string): NodeRow => ({
  nodeId: node.id,
  name: node.name,
  host: node.host,
  pid: node.pid,
  version: node.version,
  build: node.build,
  address: node.address,
  startedAt: toWireTime(node.startedMs),
  heardAt: toWireTime(node.heardMs),
  state: node.isGone ? 'gone' : node.state,
  // Whom a signal told has a time limit, whom an operator asked has none.
  isStopping: node.state !== 'working' && node.drainUntilMs !== null,
  drainUntil: node.drainUntilMs === null ? null : toWireTime(node.drainUntilMs),
  isThis: node.id === ownId,
  homes: node.homes,
  calls: node.calls,
  sockets: node.sockets,
  jobs: node.jobs,
  load: node.load,
  memoryBytes: node.memory,
});

/** The database as operators read it. */
export const databaseHealth = ({ hosts, primary, moves, replicas, pool }: DatabaseStanding): DatabaseHealth => ({
  primary,
  standbys: hosts.filter((name) => name !== primary),
  moves,
  replicas,
  pool,
});
