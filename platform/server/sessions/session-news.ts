import type { IdentityCache } from './identity-cache.ts';
import type { Sessions } from './sessions.ts';
import type { TokenGuard } from './token-guard.ts';

const MAX_REMEMBERED_ENDS = 10_000;

/** Takes what is said about sessions, here or by another process: cached identities go, and listeners learn it. */
export function sessionNews(
  cache: IdentityCache,
  guard: TokenGuard,
): Pick<Sessions, 'onEnded' | 'onChanged'> & {
  onPayload(payload: string): void;
} {
  const endListeners = new Set<(sessionId: number) => void>();
  const changeListeners = new Set<(which: { userId?: number; tenantId?: number }) => void>();
  const ended = new Set<number>();

  function onPayload(payload: string): void {
    if (!payload.startsWith('ended:')) guard.forget();
    if (payload === '') {
      // The line to the database was cut: what was said meanwhile is unknown.
      cache.forget(() => true);
      for (const listener of changeListeners) listener({});
      return;
    }
    const [what, digits] = payload.split(':') as [string, string];
    const id = Number(digits);
    cache.forget(
      ({ sessionId, userId, tenantId }) => (what === 'ended' ? sessionId : what === 'user' ? userId : tenantId) === id,
    );
    if (what === 'ended') emitEnded(id);
    else for (const listener of changeListeners) listener(what === 'user' ? { userId: id } : { tenantId: id });
  }

  /** Said twice where it happened: by the transaction itself, and by the database like everywhere. */
  function emitEnded(sessionId: number): void {
    if (ended.has(sessionId)) return;
    ended.add(sessionId);
    if (ended.size > MAX_REMEMBERED_ENDS) ended.delete(ended.values().next().value!);
    for (const listener of endListeners) listener(sessionId);
  }

  return {
    onPayload,
    onEnded(listener) {
      endListeners.add(listener);
      return () => void endListeners.delete(listener);
    },
    onChanged(listener) {
      changeListeners.add(listener);
      return () => void changeListeners.delete(listener);
    },
  };
}
