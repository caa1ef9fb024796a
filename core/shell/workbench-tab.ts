export type WorkbenchTab = 'call' | 'task' | 'overview';

/** Which tab the workbench opens on: `?tabIndex=call` when a call was started from a task, `?tabIndex=task` for the tasks themselves. */
export const workbenchTab = (search: string): WorkbenchTab => {
  const asked = /[?&]tabIndex=(call|task)(?:&|$)/.exec(search)?.[1];
  return (asked as 'call' | 'task' | undefined) ?? 'overview';
};

/** Where the workbench opens on that tab. */
export const workbenchAddress = (tab: WorkbenchTab): string =>
  tab === 'overview' ? '/workBench' : `/workBench?tabIndex=${tab}`;
