import { sql } from 'kysely';
import type { FlowCaller } from '#core/flow/flow-events.ts';
import type { Flow } from '#core/flow/flow.ts';
import { chosenCaller, draftOf } from '#features/flows/flows/server/index.ts';
import { numberRows } from '#features/voice/did-numbers/server/index.ts';
import { reachedCustomers } from '#platform/server/customer-reach.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { mayUse, type Identity } from '#platform/server/http/caller.ts';
import { tenantZone } from '#platform/server/tenant-zone.ts';
import type { World } from '#platform/server/world.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import type { FlowTestCommand } from '#shared/codes/flow-test-command.ts';
import type { FlowTestUp } from '../contract.ts';
import type { TestStart } from './test-desk.ts';
import { values as valuesOf } from './test-values.ts';

export type StartCommand = Extract<FlowTestUp, { cmd: typeof FlowTestCommand.start }>;

/** What a test begins with, read as the tester may see it, or why it cannot begin. */
export function readTest(
  { db, catalogue }: Pick<World, 'db' | 'catalogue'>,
  identity: Identity,
  { autoFlowID, callID, callee, caller, params, customerId }: StartCommand,
): Promise<TestStart | 'unknownFlow' | 'unknownCustomer'> {
  const { tenantId, userId } = identity;
  const number = caller.replace(/\D/g, '');

  /** Whom the tester may not know is nobody. */
  async function callerOf(tx: TenantTx): Promise<FlowCaller | null> {
    if (customerId === undefined) return { number, customerId: null, fields: {}, tagIds: [] };
    const isTheirs =
      mayUse(identity, 'customers.use') &&
      (await reachedCustomers(catalogue, tx, identity, [customerId])).has(customerId);
    const chosen = isTheirs ? await chosenCaller(db, tx, customerId, identity) : null;
    return chosen && { ...chosen, number: number || chosen.number };
  }

  return db.tenant({ tenantId }, async (tx) => {
    const draft = await draftOf(tx, autoFlowID);
    if (!draft) return 'unknownFlow';
    const known = await callerOf(tx);
    if (!known) return 'unknownCustomer';
    return {
      tenantId,
      userId,
      callID,
      flowId: autoFlowID,
      flowName: draft.name,
      flow: draft.flow,
      caller: known,
      callee,
      numberId: await ourNumber(tx, callee.replace(/\D/g, '')),
      values: valuesOf(draft.flow, params ?? []),
      timeZone: await tenantZone(tx),
      language: languageOf(draft.flow, known),
    };
  });
}

async function ourNumber(tx: TenantTx, number: string): Promise<number | null> {
  if (number === '') return null;
  const { rows } = await sql<{ id: number }>`select id from ${numberRows} d where number = ${number}`.execute(tx.as());
  return rows[0]?.id ?? null;
}

/** The customer's own, where the flow speaks it: as on a call. */
const languageOf = ({ languages }: Flow, { fields }: FlowCaller): CustomerLanguage | undefined =>
  languages.find((one) => one === fields['language']);
