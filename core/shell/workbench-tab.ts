export type WorkbenchTab = 'call' | 'overview';

/** Which tab the workbench opens on: `?tabIndex=call` when a call was started from a task. */
export const workbenchTab = (search: string): WorkbenchTab => (/[?&]tabIndex=call(?:&|$)/.test(search) ? 'call' : 'overview');
