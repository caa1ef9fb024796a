import { codes, type CodeOf } from '../codes.ts';

/** How far an order to the AI agent is (specification P9). */
export const AiOrderStatus = codes({
  toBeStarted: { code: 0, key: 'aiOrderStatus.toBeStarted', tone: 'grey' },
  incomplete: { code: 1, key: 'aiOrderStatus.incomplete', tone: 'blue' },
  completed: { code: 2, key: 'aiOrderStatus.completed', tone: 'green' },
  paused: { code: 3, key: 'aiOrderStatus.paused', tone: 'warning' },
  stopped: { code: 4, key: 'aiOrderStatus.stopped', tone: 'red' },
});
export type AiOrderStatus = CodeOf<typeof AiOrderStatus>;
