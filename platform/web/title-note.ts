import { createStore } from './store.ts';

/** What stands before the page's name in the browser's tab: with whom one talks, for instance. Empty: nothing. */
export const titleNote = createStore('');
