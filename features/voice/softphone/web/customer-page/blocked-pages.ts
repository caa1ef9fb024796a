import { createStore } from '#platform/web/store.ts';

/** The call whose page the browser did not let open by itself. */
export const blockedPage = createStore<string | null>(null);
