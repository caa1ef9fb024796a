import type { VisitorView } from './visitor-line.ts';

/** Nothing was said yet. */
export const emptyView: VisitorView = {
  token: 'a-token',
  needsForm: false,
  connected: true,
  conversation: null,
  messages: [],
  outbox: [],
  typing: '',
  uploads: [],
  seen: '',
};
