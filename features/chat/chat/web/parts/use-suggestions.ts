import { hasTerms } from '#core/search/search-terms.ts';
import { findQuick } from '../../core/quick-text.ts';
import { quickRepliesApi } from '#features/chat/quick-replies/contract.ts';
import { seatsApi } from '#features/team/seats/contract.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan, useViewer } from '#platform/web/viewer.ts';

export type Suggestion =
  | { kind: 'quick'; id: number; shortcut: string; text: string }
  | { kind: 'person'; id: number; name: string };

const MOST = 8;
const STALE_MS = 60_000;

/** What fits to what is being typed: quick replies after a slash, colleagues after an `@`. */
export function useSuggestions(command: { sign: '/' | '@'; words: string } | null): Suggestion[] {
  const can = useCan();
  const me = useViewer()?.userId;
  const [isQuick, isPerson] = [command?.sign === '/' && can('quick-replies.use'), command?.sign === '@'];
  const replies = useEndpoint(quickRepliesApi.list, {}, { enabled: isQuick, staleMs: STALE_MS, handlesFailures: true });
  const people = useEndpoint(seatsApi.seatUsers, {}, { enabled: isPerson, staleMs: STALE_MS, handlesFailures: true });
  if (!command) return [];
  if (isQuick)
    return findQuick(replies.data ?? [], command.words)
      .slice(0, MOST)
      .map(({ id, shortcut, text }) => ({ kind: 'quick', id, shortcut, text }));
  // Whoever has no text seat has no page to read it on.
  return (isPerson ? (people.data ?? []) : [])
    .filter(({ id, name, textSeat }) => id !== me && textSeat && hasTerms(name, command.words))
    .slice(0, MOST)
    .map(({ id, name }) => ({ kind: 'person', id, name }));
}
