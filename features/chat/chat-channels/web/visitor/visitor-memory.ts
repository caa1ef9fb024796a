import type { PendingVisitorMessage } from '../../core/visitor-log.ts';

/** What this device keeps of a visitor of one channel. */
export interface VisitorMemory {
  token(): string | null;
  keepToken(token: string): void;
  forgetToken(): void;
  outbox(): PendingVisitorMessage[];
  keepOutbox(outbox: readonly PendingVisitorMessage[]): void;
}

function kept<T>(key: string, fallback: T): T {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as T | null) ?? fallback;
  } catch {
    return fallback;
  }
}

function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is shut or full: the conversation lasts as long as the page.
  }
}

export function visitorMemory(channel: string): VisitorMemory {
  const tokenKey = `openseat.visitor.${channel}`;
  const outboxKey = `${tokenKey}.outbox`;
  return {
    token: () => kept<string | null>(tokenKey, null),
    keepToken: (token) => keep(tokenKey, token),
    forgetToken: () => localStorage.removeItem(tokenKey),
    outbox: () => kept<PendingVisitorMessage[]>(outboxKey, []),
    keepOutbox: (outbox) => keep(outboxKey, outbox),
  };
}
