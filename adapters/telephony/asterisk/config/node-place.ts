import { join } from 'node:path';
import type { NodePlace } from '../exchange-node.ts';
import { AMI_USER, ARI_USER } from './house-names.ts';
import type { HousePlan, NodePlan } from './house-plan.ts';
import { ariUrl } from './open-house-parts.ts';
import { partHome } from './write-house.ts';

/** How to command a node of a house that was written under `dir`. */
export const nodePlace = ({ secrets }: HousePlan, node: NodePlan, dir: string): NodePlace => ({
  name: node.name,
  ari: { url: ariUrl(node), user: ARI_USER, secret: secrets.ari },
  ami: { host: node.address, port: node.amiPort, user: AMI_USER, secret: secrets.ami },
  recordingsFolder: join(partHome(dir, node.name), 'spool/recording'),
});
