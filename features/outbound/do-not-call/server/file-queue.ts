import type { TenantTx } from '#platform/server/db/db.ts';
import { REGISTER_PROGRESS, REGISTERS_CHANGED, type RegisterFile } from '../contract.ts';
import type { RegisterFileRow } from './registers.repo.ts';

export const READ_TASK = 'do-not-call.read';

/** Where the numbers of a file wait. */
export const NUMBERS_PREFIX = 'do_not_call_stage_';
export const numbersTable = (fileId: number): string => `${NUMBERS_PREFIX}${fileId}`;

/** Files stand in one line: each fills a processor and a disk for a while. */
export const enqueueFile = (tx: TenantTx, { id, tenantId }: RegisterFileRow): Promise<void> =>
  tx.enqueue(READ_TASK, { tenantId, fileId: id }, { queue: READ_TASK });

export const shownFile = ({
  id,
  registerId,
  fileName,
  state,
  rows,
  done,
  numbers,
  wrong,
  issuedOn,
  author,
  createdAt,
  reason,
}: RegisterFileRow): RegisterFile => ({
  id,
  registerId,
  fileName,
  state,
  rows,
  done,
  numbers,
  wrong,
  issuedOn,
  author,
  createdAt,
  reason,
});

/** Whoever brought it sees how far it is. */
export const pushProgress = (tx: TenantTx, row: RegisterFileRow): Promise<void> =>
  tx.push({ kind: REGISTER_PROGRESS, body: shownFile(row), to: { userId: row.userId } });

/** Pages that show the registers read them again. */
export const pushRegisters = (tx: TenantTx, registerId: number): Promise<void> =>
  tx.push({ kind: REGISTERS_CHANGED, body: { id: registerId }, access: 'do-not-call.view' });
