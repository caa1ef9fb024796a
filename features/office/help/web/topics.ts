/** The pages of the help, in the order they are read; each is `pages/<language>/<topic>.md`. */
export const topics = [
  'getting-started',
  'first-hour',
  'account-security',
  'languages-and-time-zones',
  'browser-permissions',
  'phone-and-lines',
  'numbers',
  'external-numbers',
  'notices-on-devices',
  'keyboard-shortcuts',
  'announcements',
  'exports-and-downloads',
  'roles-and-members',
  'agents',
  'agent-groups',
  'trunks',
  'routes',
  'call-limits',
  'balance',
  'prices',
  'price-lists',
  'preview-tasks',
  'dialler-tasks',
  'ai-tasks',
  'do-not-call',
  'bills',
  'statistics',
  'operation-log',
  'operator-help',
  'flow-tests',
  'api',
  'operator-console',
  'backups',
  'database',
] as const;
export type Topic = (typeof topics)[number];

/** What comes before and after a topic. */
export function neighbours(topic: Topic): { previous: Topic | null; next: Topic | null } {
  const at = topics.indexOf(topic);
  return { previous: topics[at - 1] ?? null, next: topics[at + 1] ?? null };
}
