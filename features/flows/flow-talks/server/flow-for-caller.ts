import type { Db } from '#platform/server/db/db.ts';
import { tenantZone } from '#platform/server/tenant-zone.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { knownCaller } from './ask-customer.ts';
import type { FlowShelf, ShelvedFlow } from './flow-shelf.ts';

/** A flow before it talks to somebody. */
export interface FlowForCaller {
  found: ShelvedFlow;
  caller: Awaited<ReturnType<typeof knownCaller>>;
  timeZone: string;
  /** Their own, or that of the call, where the flow speaks it; else the flow's first. */
  language: CustomerLanguage;
}

/** Looks up what is published, and whom it will talk to; null where nothing is. */
export async function flowForCaller(
  db: Db,
  shelf: FlowShelf,
  { tenantId, flowId, number, language }: { tenantId: number; flowId: number; number: string; language: string },
): Promise<FlowForCaller | null> {
  const { found, caller, timeZone } = await db.tenant({ tenantId }, async (tx) => ({
    found: await shelf.published(tx, flowId),
    caller: await knownCaller(tx, number),
    timeZone: await tenantZone(tx),
  }));
  if (!found) return null;
  const { languages } = found.flow;
  const own = typeof caller.fields['language'] === 'string' ? caller.fields['language'] : '';
  const spoken = languages.find((one) => one === own) ?? languages.find((one) => one === language.slice(0, 2));
  return { found, caller, timeZone, language: spoken ?? languages[0]! };
}
