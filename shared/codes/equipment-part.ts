import { codes, type CodeOf } from '../codes.ts';

/** What the equipment test judges (specification W2). */
export const EquipmentPart = codes({
  microphone: { code: 'microphone', key: 'equipmentPart.microphone' },
  speaker: { code: 'speaker', key: 'equipmentPart.speaker' },
  browser: { code: 'browser', key: 'equipmentPart.browser' },
  network: { code: 'network', key: 'equipmentPart.network' },
});
export type EquipmentPart = CodeOf<typeof EquipmentPart>;
