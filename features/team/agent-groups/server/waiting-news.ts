/** Tells supervisors and agents how long the lines are: at once, and then at most once a second per group. */
export interface WaitingNews {
  changed(groupIds: Iterable<number>): void;
  /** Groups or members are others. */
  groupsChanged(): void;
  stop(): void;
}
