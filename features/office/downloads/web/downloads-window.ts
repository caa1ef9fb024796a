import { createStore } from '#platform/web/store.ts';

/** Whether the download list is open; notices of other pages open it. */
export const downloadsWindow = createStore(false);
