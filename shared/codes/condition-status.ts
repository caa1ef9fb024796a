import { codes, type CodeOf } from '../codes.ts';

/** Whether a call reached somebody, as a filter (specification P9). */
export const ConditionStatus = codes({
  connected: { code: 1, key: 'conditionStatus.connected', tone: 'green' },
  notConnected: { code: 2, key: 'conditionStatus.notConnected', tone: 'red' },
});
export type ConditionStatus = CodeOf<typeof ConditionStatus>;
