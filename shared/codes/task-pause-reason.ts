import { codes, type CodeOf } from '../codes.ts';

/** Why a task stands still (specification P9). */
export const TaskPauseReason = codes({
  customerPaused: { code: 1, key: 'taskPauseReason.customerPaused' },
  apiPaused: { code: 2, key: 'taskPauseReason.apiPaused' },
  superAdminPaused: { code: 3, key: 'taskPauseReason.superAdminPaused' },
  balanceInsufficient: { code: 4, key: 'taskPauseReason.balanceInsufficient' },
  pricingError: { code: 5, key: 'taskPauseReason.pricingError' },
  accountError: { code: 6, key: 'taskPauseReason.accountError' },
  routeMissing: { code: 7, key: 'taskPauseReason.routeMissing' },
  scheduledPause: { code: 8, key: 'taskPauseReason.scheduledPause' },
});
export type TaskPauseReason = CodeOf<typeof TaskPauseReason>;
