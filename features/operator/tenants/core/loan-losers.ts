interface LoanUser {
  id: number;
  name: string;
  hasOther: boolean;
}

/** Who uses a lent trunk and has it no more by other terms; `without`: those who then have no trunk to the outside at all. */
export function losers(
  { usedBy }: { usedBy: readonly LoanUser[] },
  { tenantIds, isWithdrawn }: { tenantIds: readonly number[] | null; isWithdrawn: boolean },
): { all: LoanUser[]; without: LoanUser[] } {
  const all = usedBy.filter(({ id }) => isWithdrawn || (tenantIds !== null && !tenantIds.includes(id)));
  return { all, without: all.filter(({ hasOther }) => !hasOther) };
}
