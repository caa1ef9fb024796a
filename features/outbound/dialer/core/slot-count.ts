/** How much happened within the last so many slots of time, the present one included. */
export interface SlotCount {
  add(atMs: number, count: number): void;
  total(nowMs: number): number;
}

/** What is older than the present slot and the `slots - 1` before it is forgotten. */
export function openSlotCount(slotMs: number, slots: number): SlotCount {
  const counts = new Int32Array(slots);
  let [last, sum] = [Number.NEGATIVE_INFINITY, 0];

  function goTo(atMs: number): number {
    const slot = Math.floor(atMs / slotMs);
    if (slot - last >= slots) {
      counts.fill(0);
      sum = 0;
    } else
      for (let passed = last + 1; passed <= slot; passed += 1) {
        sum -= counts[passed % slots]!;
        counts[passed % slots] = 0;
      }
    last = Math.max(last, slot);
    return slot;
  }

  return {
    add(atMs, count) {
      const slot = goTo(atMs);
      // Told late, of a time that is no longer looked at.
      if (last - slot >= slots) return;
      counts[slot % slots] = counts[slot % slots]! + count;
      sum += count;
    },
    total(nowMs) {
      goTo(nowMs);
      return sum;
    },
  };
}
