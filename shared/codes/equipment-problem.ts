import { codes, type CodeOf } from '../codes.ts';

/**
 * What the equipment check asks first (specification W2: five choices, and what each one opens). The
 * problems themselves and their numbers are ours.
 */
export const EquipmentProblem = codes({
  deviceNotWorking: { code: 1, key: 'equipmentProblem.deviceNotWorking', opens: 'equipmentTest' },
  callsDrop: { code: 2, key: 'equipmentProblem.callsDrop', opens: 'lineTest' },
  customerUnclear: { code: 3, key: 'equipmentProblem.customerUnclear', opens: 'lineCheck' },
  agentUnclear: { code: 4, key: 'equipmentProblem.agentUnclear', opens: 'lineCheck' },
  soundDelayed: { code: 5, key: 'equipmentProblem.soundDelayed', opens: 'lineCheck' },
});
export type EquipmentProblem = CodeOf<typeof EquipmentProblem>;
