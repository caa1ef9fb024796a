import { randomUUID } from 'node:crypto';
import type { OpenTalk } from './talk.ts';

/** The conversations that go on, by tenant and name: two tenants may choose the same. */
export interface LiveTalks {
  /** Until it is over. Of two with one name the first is found. */
  add(talk: OpenTalk): void;
  find(tenantId: number, talkId: string): OpenTalk | null;
  all(): OpenTalk[];
}

export function openLiveTalks(): LiveTalks {
  const live = new Map<string, OpenTalk>();
  const keyOf = (tenantId: number, talkId: string): string => `${tenantId} ${talkId}`;
  return {
    add(talk) {
      const name = keyOf(talk.tenantId, talk.talkId);
      const key = live.has(name) ? `${name} ${randomUUID()}` : name;
      live.set(key, talk);
      void talk.over.then(() => live.delete(key));
    },
    find: (tenantId, talkId) => live.get(keyOf(tenantId, talkId)) ?? null,
    all: () => [...live.values()],
  };
}
