import { windowState } from '#platform/web/window-state.ts';

const equipmentWindow = windowState({});

/** Opens the check, at the question what the trouble is. */
export const openEquipmentCheck = (): void => equipmentWindow.open({});
export const closeEquipmentCheck = equipmentWindow.close;
export const useEquipmentWindow = equipmentWindow.use;
