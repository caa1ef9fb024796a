import type { TransferTo } from '#core/flow/flow-events.ts';

/** Whether a group is there, and who of it would ring. */
interface GroupOutlook {
  name: string;
  isOpen: boolean;
  /** When it is next, as `YYYY-MM-DDTHH:mm:ss.sssZ`; null while it is, or when nobody knows. */
  opensAt: string | null;
  /** Who is in line before. */
  waiting: number;
}

export type TransferOutlook =
  | ({ to: 'group'; rings: readonly string[] } & GroupOutlook)
  | { to: 'agent'; name: string; rings: readonly string[] }
  | { to: 'number'; number: string }
  /** A call could not be handed there at all. */
  | { why: string };

export type CallbackOutlook = (GroupOutlook & { number: string }) | { why: string };

/** Where a call that a flow hands on would go at this moment. Looks only: nobody is rung, kept free or put in line. */
export interface CallOutlook {
  transfer(tenantId: number, to: TransferTo): Promise<TransferOutlook>;
  callback(tenantId: number, groupId: number, number: string): Promise<CallbackOutlook>;
  /** Whose messages a box holds; its name is empty for the main one. */
  mailbox(tenantId: number, word: string): Promise<{ box: 'main' | 'group' | 'agent'; name: string }>;
}
