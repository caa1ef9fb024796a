import type { Skill } from '#features/team/agent-groups/contract.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { World } from '#platform/server/world.ts';
import type { RosterRows } from './roster.repo.ts';
import type { TenantSecrets } from './tenant-secrets.ts';

/** What features that know this one lend it, handed in where the features are put together. */
export interface AgentsNeeds extends RosterRows {
  setGroups(tx: TenantTx, userId: number, groupIds: readonly number[]): Promise<void>;
  regroup(
    tx: TenantTx,
    userIds: readonly number[],
    change: { into: readonly number[]; outOf: readonly number[] },
  ): Promise<void>;
  setSkills(tx: TenantTx, userId: number, skills: readonly Skill[]): Promise<void>;
  requestExport(
    tx: TenantTx,
    caller: Pick<Caller, 'userId' | 'language' | 'timeZone'>,
    request: { fileName: string; feature: string; kind: string; params: object },
  ): Promise<number>;
}

/** What the calls about agents work with. */
export interface RosterParts {
  world: World;
  secrets: TenantSecrets;
  needs: AgentsNeeds;
}
