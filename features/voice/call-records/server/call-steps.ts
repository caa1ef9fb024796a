import { sql } from 'kysely';
import type { FirstStep } from '#platform/server/contributions.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { CALL_RECORD_ADDED, CALL_RECORDS_GREW } from '../contract.ts';

/** A million calls of one direction are not searched for one of the other: the first and the last tell. */
const LOOKED_AT = 1_000;

async function hasTalked(tx: TenantTx, direction: 'inbound' | 'outbound'): Promise<boolean> {
  const { rows } = await sql`
    select from (
      (select direction, outcome from call_record order by started_at desc, id desc limit ${LOOKED_AT})
      union all (select direction, outcome from call_record order by started_at, id limit ${LOOKED_AT})
    ) r where direction = ${direction} and outcome = ${CallOutcome.talked} limit 1`.execute(tx.as());
  return rows.length > 0;
}

const shared = { path: '/workBench', access: 'signedIn', events: [CALL_RECORD_ADDED, CALL_RECORDS_GREW] } as const;

/** Done once somebody of ours talked with a customer, each way. */
export const callSteps: FirstStep[] = [
  {
    ...shared,
    key: 'callIn',
    order: 70,
    text: 'call-records.firstStep.in',
    after: ['number'],
    isDone: (tx) => hasTalked(tx, 'inbound'),
  },
  {
    ...shared,
    key: 'callOut',
    order: 80,
    text: 'call-records.firstStep.out',
    after: ['people', 'trunk'],
    isDone: (tx) => hasTalked(tx, 'outbound'),
  },
];
