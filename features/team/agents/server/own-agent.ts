import type { Caller } from '#platform/server/http/caller.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import { agentsRepo, makeAgent, type AgentRow } from './agents.repo.ts';

/** The caller's phone, made when it is asked for the first time. */
export async function ownAgent({ db }: Pick<World, 'db'>, caller: Caller): Promise<AgentRow> {
  if (!caller.voiceSeat) throw new Failure('phoneSeatUnavailable');
  return db.tenant({ tenantId: caller.tenantId }, async (tx) => {
    const repo = agentsRepo(tx);
    const found = await repo.find(caller.userId);
    if (found) return found;
    await makeAgent(tx, caller);
    return (await repo.find(caller.userId))!;
  });
}

export const groupNoOf = ({ group_nos: [first] }: AgentRow): string => (first === undefined ? '' : String(first));
