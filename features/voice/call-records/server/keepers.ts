import type { TenantTx } from '#platform/server/db/db.ts';

/** Whether somebody keeps a message that was left in a call: this one, or any of the call's. */
export type KeepsMessage = (
  tx: TenantTx,
  of: { recordingId: string } | { callId: string },
  userId: number,
) => Promise<boolean>;

let keeps: KeepsMessage = async () => false;

/** The capability that knows who keeps which message adds itself, where its module is loaded. Keepers hear the message, see its call and call back. */
export function registerKeepers(known: KeepsMessage): void {
  keeps = known;
}

export const keepsMessage: KeepsMessage = (tx, of, userId) => keeps(tx, of, userId);
