/** Where a tenant's chain of operations stood at a moment. */
export interface ChainAnchor {
  tenantId: number;
  seq: number;
  /** The entry it ends with. */
  logId: number;
  /** In hex. */
  hash: string;
  /** ISO, UTC. */
  at: string;
}

/** Kept outside the database, only ever added to: who rewrites the chain, all of it, cannot rewrite these. */
export interface ChainAnchors {
  append(anchors: readonly ChainAnchor[]): Promise<void>;
  /** Oldest first. */
  of(tenantId: number): Promise<ChainAnchor[]>;
}
