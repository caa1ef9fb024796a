import { codes, type CodeOf } from '../codes.ts';

/** How a supervisor takes part in a call (specification W3), and the keypad tone that switches to it (W4). */
export const MonitorAction = codes({
  listen: { code: 'listen', key: 'monitorAction.listen', dtmf: '0' },
  whisper: { code: 'whisper', key: 'monitorAction.whisper', dtmf: '2' },
});
export type MonitorAction = CodeOf<typeof MonitorAction>;
