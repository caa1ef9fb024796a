/** Why the end of a session is not carried out at once: somebody is in the middle of something with others. */
export interface SignOutHold {
  isOn(): boolean;
  /** Told of everything that may let it go; the answer stops it. */
  watch(watcher: () => void): () => void;
  /** Tells the person, once. */
  showHeld(): void;
}

const holds = new Set<SignOutHold>();
/** What a sign-out waits for already. */
let waitedFor: SignOutHold | null = null;

/** The answer takes the hold away. */
export function holdSignOut(hold: SignOutHold): () => void {
  holds.add(hold);
  return () => {
    holds.delete(hold);
    if (waitedFor === hold) waitedFor = null;
  };
}

/** Whether a sign-out by the server waits for something; it is carried out once that is over. Asked again, it still waits. */
export function waitsToSignOut(signOut: () => void): boolean {
  const hold = Array.from(holds).find((one) => one.isOn());
  if (!hold) return false;
  if (waitedFor === hold) return true;
  waitedFor = hold;
  hold.showHeld();
  const unwatch = hold.watch(() => {
    if (hold.isOn()) return;
    unwatch();
    waitedFor = null;
    signOut();
  });
  return true;
}
