/** What lists answered at the hours of earlier days. */
export interface HourlyRates {
  note(list: string, hour: number, answered: boolean): void;
  /** What to expect of a list at an hour, and how many calls say so; null where nothing is known. */
  of(list: string, hour: number): { rate: number; calls: number } | null;
}

/** Calls after which a past one counts 1/e, and how much the best known hour may say before today's calls do. */
const LASTING = 2_000;
const MOST_CALLS = 200;
/** An hour nobody called in yet is like the list as a whole, and a little is known about that much. */
const LIST_CALLS = 30;

/** Rates by list and hour of the day; an hour little is known of leans on its list. */
export function openHourlyRates(): HourlyRates {
  const known = new Map<string, { calls: number; answered: number }>();
  const at = (key: string) => {
    let memory = known.get(key);
    if (!memory) known.set(key, (memory = { calls: 0, answered: 0 }));
    return memory;
  };
  return {
    note(list, hour, answered) {
      for (const memory of [at(list), at(`${list} ${hour}`)]) {
        memory.calls = memory.calls * (1 - 1 / LASTING) + 1;
        memory.answered = memory.answered * (1 - 1 / LASTING) + (answered ? 1 : 0);
      }
    },
    of(list, hour) {
      const [whole, ofHour] = [known.get(list), known.get(`${list} ${hour}`)];
      if (!whole || whole.calls < LIST_CALLS) return null;
      const leaning = (LIST_CALLS * whole.answered) / whole.calls;
      const calls = LIST_CALLS + (ofHour?.calls ?? 0);
      return { rate: (leaning + (ofHour?.answered ?? 0)) / calls, calls: Math.min(MOST_CALLS, calls) };
    },
  };
}
