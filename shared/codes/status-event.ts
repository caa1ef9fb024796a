import { codes, type CodeOf } from '../codes.ts';

/**
 * Why an agent status is reported (eventType of the report, specification W7).
 * The two meanings are ours: the agent changed it, or the page repeats it.
 */
export const StatusEvent = codes({
  changed: { code: 1, key: 'statusEvent.changed' },
  repeated: { code: 2, key: 'statusEvent.repeated' },
});
export type StatusEvent = CodeOf<typeof StatusEvent>;
