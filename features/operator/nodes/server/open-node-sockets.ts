import type { Identity } from '#platform/server/http/caller.ts';
import type { Log } from '#platform/server/log.ts';
import { isUnavailable, type Db } from '#platform/server/db/db.ts';
import { serve, type ChannelConnection } from '#platform/server/realtime/channels.ts';
import { frameOf } from '#platform/server/realtime/wire-frame.ts';
import type { Nodes } from '#platform/server/nodes/nodes.ts';
import { CloseCode } from '#shared/channel.ts';
import { nodesSocket, type NodeRow } from '../contract.ts';
import { databaseHealth, nodeRow } from './node-rows.ts';
import type { NodeSockets } from './node-sockets.ts';

const mayLook = ({ isOperator, factor, key, guest }: Identity): boolean =>
  isOperator === true && factor === 'shown' && !key && !guest;

interface NodeSocketParts {
  nodes: Pick<Nodes, 'all' | 'id'>;
  db: Pick<Db, 'standing'>;
  log: Log;
}

export function openNodeSockets({ nodes, db, log }: NodeSocketParts): NodeSockets {
  const watchers = new Set<ChannelConnection>();
  let reading = false;
  let isStale = false;

  async function sendNodes(): Promise<void> {
    if (reading) return void (isStale = true);
    reading = true;
    try {
      do {
        isStale = false;
        const rows: NodeRow[] = (await nodes.all()).map((node) => nodeRow(node, nodes.id));
        const frame = frameOf({ kind: 'nodes', nodes: rows, database: databaseHealth(await db.standing()) });
        for (const connection of watchers)
          if (mayLook(connection.identity)) connection.sendFrame(frame);
          else connection.close(CloseCode.notAllowed);
      } while (isStale && watchers.size > 0);
    } catch (problem) {
      if (!isUnavailable(problem)) log.error({ err: problem }, 'processes could not be read');
    } finally {
      reading = false;
    }
  }

  return {
    refresh() {
      if (watchers.size > 0) void sendNodes();
    },
    channel: serve(nodesSocket, {
      async opened(connection) {
        // A ticket says who it is; whether they run the installation is asked here, since channels know no operators.
        if (!mayLook(connection.identity)) return connection.close(CloseCode.notAllowed);
        watchers.add(connection as ChannelConnection);
        await sendNodes();
      },
      message: (connection) => connection.send({ kind: 'pong' }),
      closed: (connection) => void watchers.delete(connection as ChannelConnection),
    }),
  };
}
