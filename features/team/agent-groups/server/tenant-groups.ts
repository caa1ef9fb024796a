import type { GroupRow } from './groups.repo.ts';
import type { Serving } from './members.repo.ts';
import type { GroupLineEvent } from './tenant-line.ts';

/** Which groups a tenant has and who serves them, as the line knows them. */
export interface TenantGroups {
  groups(): ReadonlyMap<number, GroupRow>;
  serving(): ReadonlyMap<number, Serving>;
  /** Takes over what groups and members are now. One reading after another, or an older one might come last. */
  refresh(): Promise<void>;
  /** How somebody on the board stands for the line, read when their turn comes. */
  agentEvent(userId: number): () => GroupLineEvent | null;
}
