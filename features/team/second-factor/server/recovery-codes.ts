import { randomBytes } from 'node:crypto';
import type { Tx } from '#platform/server/db/db.ts';
import { hashToken } from '#platform/server/sessions/sessions.ts';
import { readRecoveryCode, RECOVERY_BYTES, RECOVERY_CODES, writeRecoveryCode } from '../core/recovery-codes.ts';
import { factorsRepo } from './factors.repo.ts';

/** Ten codes in place of those there were; nobody sees them again. */
export async function makeRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => writeRecoveryCode(randomBytes(RECOVERY_BYTES)));
  await factorsRepo(tx, userId).replaceRecoveryCodes(codes.map((code) => hashToken(readRecoveryCode(code)!)));
  return codes;
}

/** Whether it is one of the person's, which it then no longer is. */
export async function spendRecoveryCode(tx: Tx, userId: number, typed: string): Promise<boolean> {
  const code = readRecoveryCode(typed);
  return code !== null && factorsRepo(tx, userId).spendRecoveryCode(hashToken(code));
}
