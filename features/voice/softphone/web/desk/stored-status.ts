import { session } from '#platform/web/session.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';

/** The key the specification names (W3). */
const KEY = 'reloadStatus';

/** Tells one sign-in from the next; the token itself lies in the same storage. */
const signIn = (): string => session.token()?.slice(-8) ?? '';

/** The status this browser kept of this sign-in; null for a new one. */
export function storedStatus(): AgentStatus | null {
  const [owner, status] = (localStorage.getItem(KEY) ?? '').split(' ');
  const code = Number(status);
  return owner === signIn() && status !== undefined && status !== '' && AgentStatus.has(code) ? code : null;
}

export function storeStatus(status: AgentStatus | null): void {
  if (status === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, `${signIn()} ${status}`);
}
