import type { TenantDesk } from '#features/team/agent-groups/server/index.ts';

/** Who is expected to call the groups of one tenant. */
export interface ExpectedCallers {
  /** Looks again once a minute where anybody takes calls of a group; what cannot be looked up stays as it was. */
  look(line: TenantDesk | null): Promise<void>;
  /** Of a group, in a second. */
  perSecond(groupId: number): number;
}
