import type { TenantTx } from '#platform/server/db/db.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { RosterParts } from './roster-parts.ts';
import { rosterRepo, type HeldAgent } from './roster.repo.ts';

const NAMES_LENGTH = 200;

/** As the operation log names them. */
export const namesOf = (agents: readonly { name: string }[]): string => {
  const names = agents.map(({ name }) => name).join(', ');
  return names.length > NAMES_LENGTH ? `${names.slice(0, NAMES_LENGTH - 1)}…` : names;
};

export async function refuseUnknownGroups(
  { needs }: RosterParts,
  tx: TenantTx,
  groupIds: readonly number[],
): Promise<void> {
  if (groupIds.length === 0) return;
  const known = new Set((await rosterRepo(tx, needs).groups()).map(({ id }) => id));
  if (groupIds.some((id) => !known.has(id))) throw new Failure('invalidInput', 'groupIds: no such group');
}

/** Whoever talks with somebody is named, unless it is meant. */
export function refuseInCall(agents: readonly HeldAgent[], evenInCall: boolean): void {
  const talking = agents.filter(({ inCall }) => inCall);
  if (talking.length > 0 && !evenInCall) throw new Failure('agentInCall', namesOf(talking));
}

/** An owner's phone is taken by owners alone. */
export function refuseOwners({ isOwner }: Pick<Caller, 'isOwner'>, agents: readonly HeldAgent[]): void {
  if (!isOwner && agents.some((agent) => agent.isOwner)) throw new Failure('notAllowed', 'isOwner');
}

/** Their phones register no more; a customer who is being talked with is not hung up on. */
export const retireAfter = (
  { telephony, log }: Pick<World, 'telephony' | 'log'>,
  tx: TenantTx,
  agents: readonly HeldAgent[],
): void =>
  tx.afterCommit(() => {
    for (const { sipNum } of agents)
      void telephony
        .retire(sipNum)
        .catch((problem: unknown) => log.warn({ err: problem, sipNum }, 'a phone stays until it registers again'));
  });
