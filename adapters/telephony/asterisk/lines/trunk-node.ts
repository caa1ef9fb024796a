import { AriClient } from '../ari-client.ts';
import type { NodePlace } from '../exchange-node.ts';
import { NodeObjects } from './node-objects.ts';
import type { NodeTrunk } from './node-trunk.ts';
import { NodeWatch } from './node-watch.ts';

/** A node as trunks see it. */
export interface TrunkNode {
  readonly name: string;
  readonly objects: NodeObjects;
  readonly watch: NodeWatch;
  isUp: boolean;
}

interface TrunkNodeHooks {
  trunks(): Iterable<NodeTrunk>;
  trunk(line: string): NodeTrunk | undefined;
  /** Something is to be written for one line, or for all. */
  bring(line: string | null): void;
  report(problem: unknown): void;
}

/** What a node tells of its trunks goes to them; what it may have forgotten is written again. */
export function trunkNode(place: NodePlace, { trunks, trunk, bring, report }: TrunkNodeHooks): TrunkNode {
  const ari = new AriClient({ name: place.name, ...place.ari });
  let cameBack = 0;

  /** A connection that broke is no end of the node, which goes on registering: from another one it would be registered twice. */
  async function look(): Promise<void> {
    // Only a node that came back makes a look void: connections that fail one after another must not.
    const turn = cameBack;
    const isThere = await ari.get('/asterisk/ping').then(
      () => true,
      () => false,
    );
    if (isThere || turn !== cameBack || !node.isUp) return;
    node.isUp = false;
    for (const one of trunks()) if (one.registrar === node.name) one.unregistered();
    bring(null);
  }

  const node: TrunkNode = {
    name: place.name,
    isUp: false,
    objects: new NodeObjects(ari),
    watch: new NodeWatch(place.ami, {
      up() {
        cameBack++;
        node.isUp = true;
        node.objects.doubt();
        bring(null);
      },
      down() {
        if (node.isUp) void look();
      },
      registrations(found) {
        for (const [line, seen] of found) {
          const one = trunk(line);
          if (!one || (one.registrar !== null && one.registrar !== node.name)) continue;
          one.registrar = node.name;
          one.registered(seen);
        }
      },
      gateway(line, uri, roundTripMs, isUp) {
        if (trunk(line)?.gateway(uri, isUp, roundTripMs)) bring(line);
      },
      report,
    }),
  };
  return node;
}
