import type { Tx } from '#platform/server/db/db.ts';
import type { DemoTenant } from '#platform/server/feature.ts';
import { makeAgent } from './agents.repo.ts';

/** A phone for everybody with a voice seat. */
export async function demoAgents(tx: Tx, { tenantId, people }: DemoTenant): Promise<void> {
  for (const { userId, voiceSeat } of people) if (voiceSeat) await makeAgent(tx, { tenantId, userId });
}
