import type { ListChoice } from '#platform/web/country-choices.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { tagsApi, type Tag } from '../contract.ts';

const STALE_MS = 60_000;
const none: never[] = [];

/** The tags of the tenant; none for whoever may not see them. */
export function useTags(): readonly Tag[] {
  const can = useCan();
  return (
    useEndpoint(tagsApi.list, {}, { enabled: can('tags.use'), staleMs: STALE_MS, handlesFailures: true }).data ?? none
  );
}

/** The tags as choices of a list. */
export const useTagChoices = (): ListChoice[] => useTags().map(({ id, name }) => ({ value: String(id), label: name }));
