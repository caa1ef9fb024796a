/** What keys do with a recording. */
export interface PlayerKeys {
  toggle(): void;
  seekBy(bySec: number): void;
}

/** Which recording of a call answers the keys: the one that was played last, before that the first. */
export interface KeyHolder {
  current(): PlayerKeys | null;
  /** The answer lets go. */
  hold(player: PlayerKeys): () => void;
  prefer(player: PlayerKeys): void;
}

export function keyHolder(): KeyHolder {
  const held: PlayerKeys[] = [];
  let preferred: PlayerKeys | null = null;
  return {
    current: () => preferred ?? held[0] ?? null,
    hold(player) {
      held.push(player);
      return () => {
        held.splice(held.indexOf(player), 1);
        if (preferred === player) preferred = null;
      };
    },
    prefer: (player) => void (preferred = player),
  };
}
