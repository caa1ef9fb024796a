export type WorkbenchTab = 'call' | 'overview';

/** Which tab the workbench opens on: `?tabIndex=call` when a call was started from a task. */
export const workbenchTab = (search: string): WorkbenchTab =>
  /[?&]tabIndex=call(?:&|$)/.test(search) ? 'call' : 'overview';

/** Where the workbench opens on that tab. */
export const workbenchAddress = (tab: WorkbenchTab): string =>
  tab === 'call' ? '/workBench?tabIndex=call' : '/workBench';
