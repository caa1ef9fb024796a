/** An agent's call as it was written down last. */
export interface CallNow {
  at: 'ringing' | 'talking' | null;
  /** Until when the work after a call lasts; null: there is none. */
  wrapUpUntilMs: number | null;
}

/** A group somebody answers for, and whether calls come first there. */
export interface BlendedGroup {
  groupId: number;
  callPausesChats: boolean;
}

const isBusyWithCall = ({ at, wrapUpUntilMs }: CallNow, nowMs: number): boolean =>
  at !== null || (wrapUpUntilMs !== null && wrapUpUntilMs > nowMs);

/**
 * The groups whose new conversations are not for this agent now: those where calls come first, while they are rung, talk or
 * work after a call. What they have stays theirs, and whom a colleague hands a conversation by name gets it.
 */
export const pausedGroups = (groups: readonly BlendedGroup[], call: CallNow, nowMs: number): number[] =>
  isBusyWithCall(call, nowMs)
    ? groups.filter(({ callPausesChats }) => callPausesChats).map(({ groupId }) => groupId)
    : [];
