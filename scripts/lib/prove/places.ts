/** Who stood in line, by the call's id, as the product told it: before something was done to it and afterwards. */
export interface LinePlaces {
  before: readonly string[];
  after: readonly string[];
  /** Their own call ended meanwhile, or somebody took it: they may be missing. */
  left: ReadonlySet<string>;
}

/** Callers who are missing though they still wait, or who stand behind somebody they stood before. */
export function placesLost({ before, after, left }: LinePlaces): string[] {
  const stayed = before.filter((id) => !left.has(id));
  const now = after.filter((id) => stayed.includes(id));
  return stayed.filter((id, place) => {
    const at = now.indexOf(id);
    return at === -1 || stayed.slice(place + 1).some((behind) => now.slice(0, at).includes(behind));
  });
}
