import type { Flow } from '#core/flow/flow.ts';
import type { TenantTx } from '#platform/server/db/db.ts';

/** A flow as callers meet it. */
export interface ShelvedFlow {
  flowId: number;
  name: string;
  version: number;
  flow: Flow;
}

/** Where published flows are found; null when there is none of this id, or none was published. */
export interface FlowShelf {
  published(tx: TenantTx, flowId: number): Promise<ShelvedFlow | null>;
}
