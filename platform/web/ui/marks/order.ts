/** How one of a list goes a place up or down; null where there is none. */
export interface OrderSteps {
  onUp: (() => void) | null;
  onDown: (() => void) | null;
}

export const stepsOf = (place: number, count: number, move: (from: number, to: number) => void): OrderSteps => ({
  onUp: place > 0 ? () => move(place, place - 1) : null,
  onDown: place < count - 1 ? () => move(place, place + 1) : null,
});

/** The list with one of it at another place. */
export const moved = <One>(list: readonly One[], from: number, to: number): One[] => {
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(to, 0, list[from]!);
};
