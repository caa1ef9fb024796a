import { sql } from 'kysely';
import type { Db, TenantTx } from '#platform/server/db/db.ts';
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

/** `language`: of the call, such as `es-MX`; where there is none yet, it will be the team's. */
export interface FlowMeeting {
  tenantId: number;
  flowId: number;
  /** Digits with the country's code; empty when hidden. */
  number: string;
  language?: string;
}

async function teamLanguage(tx: TenantTx): Promise<string> {
  const { rows } = await sql<{ language: string | null }>`select default_language language from tenant`.execute(
    tx.as(),
  );
  return rows[0]?.language ?? '';
}

/** Looks up what is published, and whom it will talk to; null where nothing is. */
export async function flowForCaller(
  db: Db,
  shelf: FlowShelf,
  { tenantId, flowId, number, language }: FlowMeeting,
): Promise<FlowForCaller | null> {
  const { found, caller, timeZone, teams } = await db.tenant({ tenantId }, async (tx) => ({
    found: await shelf.published(tx, flowId),
    caller: await knownCaller(tx, number),
    timeZone: await tenantZone(tx),
    teams: language ?? (await teamLanguage(tx)),
  }));
  if (!found) return null;
  const { languages } = found.flow;
  const own = typeof caller.fields['language'] === 'string' ? caller.fields['language'] : '';
  const spoken = languages.find((one) => one === own) ?? languages.find((one) => one === teams.slice(0, 2));
  return { found, caller, timeZone, language: spoken ?? languages[0]! };
}
