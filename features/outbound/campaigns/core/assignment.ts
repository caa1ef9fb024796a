/** Who works on a campaign, and with how many customers that are not done. */
export interface Worker {
  agentId: number;
  open: number;
}

/** Somebody to be given to an agent. */
export interface Assignable {
  id: number;
  /** The agent whose customer it is, where it has one. */
  ownerId: number | null;
}

/** `pool`: whoever is free takes the next. `evenly`: everybody gets as much work. `owner`: the customer's own agent, the rest evenly. */
export type AssignRule = 'pool' | 'evenly' | 'owner';

export interface AssignedCustomer {
  id: number;
  agentId: number | null;
}

/**
 * Gives customers to agents, in the order of the list. Everybody ends with as much open work as the others, counting what they have: by `evenly`
 * no two who got any differ by more than one. Equal ones take turns in the order they stand in.
 */
export function assignCustomers(
  rule: AssignRule,
  customers: readonly Assignable[],
  workers: readonly Worker[],
): AssignedCustomer[] {
  if (rule === 'pool' || workers.length === 0) return customers.map(({ id }) => ({ id, agentId: null }));
  const open = new Map(workers.map(({ agentId, open: has }) => [agentId, has]));
  const give = (id: number, agentId: number): AssignedCustomer => {
    open.set(agentId, open.get(agentId)! + 1);
    return { id, agentId };
  };
  const owned = new Map<number, AssignedCustomer>();
  // Owners first: what they have anyway counts before the rest is shared out.
  if (rule === 'owner')
    for (const { id, ownerId } of customers)
      if (ownerId !== null && open.has(ownerId)) owned.set(id, give(id, ownerId));
  return customers.map(({ id }) => owned.get(id) ?? give(id, leastBusy(open)));
}

function leastBusy(open: ReadonlyMap<number, number>): number {
  let found: [number, number] | null = null;
  for (const entry of open) if (!found || entry[1] < found[1]) found = entry;
  return found![0];
}
