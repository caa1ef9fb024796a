/** What an agent's own account switches off, whatever the tenant has, and where it rings. */
export interface AgentSwitches {
  isNotRecorded?: boolean;
  hasNoWrapUp?: boolean;
  /** Rung instead of a phone of ours; digits with the country's code. */
  mobile?: string;
}

/** An account that is not known switches nothing off. */
export const switchesOfAccount = (
  account: { recordCalls: boolean; wrapUp: boolean; mobile: string | null } | undefined,
): AgentSwitches => ({
  ...(account?.recordCalls === false ? { isNotRecorded: true } : {}),
  ...(account?.wrapUp === false ? { hasNoWrapUp: true } : {}),
  ...(account?.mobile ? { mobile: account.mobile } : {}),
});
