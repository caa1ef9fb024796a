export { equipmentCheck } from './equipment-check.ts';
export { lineCheck } from './line-check.ts';
export { isProbeAccount, openProbeAccounts, probeAccountOwner } from './probe-accounts.ts';
