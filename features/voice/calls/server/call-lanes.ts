/** What one call asks for is done in two lanes, each one thing after another: nobody's phone waits for what is written. */
export interface CallLanes {
  phone(work: () => Promise<void> | undefined, failed: (problem: unknown) => void): void;
  desk(work: () => Promise<void> | void): void;
  /** In the lane of the desk too; those that come one after another do not wait for each other. */
  together(work: () => Promise<void> | void): void;
  /** Everything that was asked for has been done. */
  settled(): Promise<void>;
}

export function openCallLanes(report: (problem: unknown) => void): CallLanes {
  let phoneLane = Promise.resolve();
  let deskLane = Promise.resolve();
  /** Where those at the end of the lane began that do not wait for each other. */
  let togetherFrom: Promise<void> | null = null;
  const ordered = (from: Promise<void>, work: () => Promise<void> | void): Promise<void> =>
    from.then(work).catch(report);

  return {
    phone: (work, failed) => void (phoneLane = phoneLane.then(work).catch(failed)),
    desk(work) {
      togetherFrom = null;
      deskLane = ordered(deskLane, work);
    },
    together(work) {
      togetherFrom ??= deskLane;
      deskLane = Promise.all([deskLane, ordered(togetherFrom, work)]).then(() => {});
    },
    async settled() {
      for (let lanes: unknown[] = []; lanes[0] !== phoneLane || lanes[1] !== deskLane;) {
        lanes = [phoneLane, deskLane];
        await Promise.all(lanes);
      }
    },
  };
}
