import { codes, type CodeOf } from '../codes.ts';

/** The steps of the equipment test (specification W4 numbers 0 and 1; 2, the result panel that follows, is ours). */
export const EquipmentStep = codes({
  device: { code: 0, key: 'equipmentStep.device' },
  browserAndNetwork: { code: 1, key: 'equipmentStep.browserAndNetwork' },
  result: { code: 2, key: 'equipmentStep.result' },
});
export type EquipmentStep = CodeOf<typeof EquipmentStep>;
