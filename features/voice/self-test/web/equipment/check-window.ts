import { windowState } from '#platform/web/window-state.ts';

const equipmentWindow = windowState({});

/** Opens the check, at the question what the trouble is. */
export const openEquipmentCheck = (): void => equipmentWindow.open({});
export const closeEquipmentCheck = equipmentWindow.close;
export const useEquipmentWindow = equipmentWindow.use;
export const equipmentCheckIsOpen = equipmentWindow.isOpen;

/** Opens the check wherever it is opened, for people with a phone. */
const CHECK_QUERY = 'equipment';
export const CHECK_ADDRESS = `/home?${CHECK_QUERY}=1`;
export const asksForCheck = (search: string): boolean => new URLSearchParams(search).has(CHECK_QUERY);
