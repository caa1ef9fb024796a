import { windowState } from '#platform/web/window-state.ts';

const checkWindow = windowState({ /** The test begins by itself. */ begins: false });

/** Opens the line check; `begins` starts the test at once. */
export const openLineCheck = ({ begins = false }: { begins?: boolean } = {}): void => checkWindow.open({ begins });
export const closeLineCheck = checkWindow.close;
export const isLineCheckOpen = (): boolean => checkWindow.get().opened;
export const useCheckWindow = checkWindow.use;
export const lineCheckIsOpen = checkWindow.isOpen;
