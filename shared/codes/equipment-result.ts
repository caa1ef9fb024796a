import { codes, type CodeOf } from '../codes.ts';

/** The judgement on one part of the equipment (specification W2). */
export const EquipmentResult = codes({
  normal: { code: 'normal', key: 'equipmentResult.normal', tone: 'green' },
  abnormal: { code: 'abnormal', key: 'equipmentResult.abnormal', tone: 'red' },
});
export type EquipmentResult = CodeOf<typeof EquipmentResult>;
