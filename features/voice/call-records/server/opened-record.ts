import type { TenantTx } from '#platform/server/db/db.ts';
import { mayUse, type Caller } from '#platform/server/http/caller.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { callRecordsRepo, type CallRecordDetailRow } from './call-records.repo.ts';
import { keepsMessage } from './keepers.ts';

/** The record, if the caller took part in the call, keeps a message of it (to look at it), or holds the key that opens those of others. */
export async function openedRecord(
  { keepers }: Pick<World['catalogue'], 'keepers'>,
  tx: TenantTx,
  caller: Caller,
  callId: string,
  keyForAll: 'call-records.view' | 'call-records.edit',
): Promise<CallRecordDetailRow> {
  const repo = callRecordsRepo(tx);
  const row = await repo.find(callId);
  if (!row) throw new Failure('notFound');
  const isTheirs = async () =>
    (await repo.tookPart(row.id, caller.userId)) ||
    (keyForAll === 'call-records.view' && (await keepsMessage(keepers, tx, { callId }, caller.userId)));
  if (!mayUse(caller, keyForAll) && !(await isTheirs())) throw new Failure('notAllowed');
  return row;
}
