import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { apiCalls, type ApiCall, type OpenApi } from '../core/api-calls.ts';
import { Failure } from '#shared/failure.ts';
import { ask, call } from '#platform/web/call.ts';
import { useLanguage } from '#platform/web/i18n.ts';
import { apiDocsApi } from '../contract.ts';

export interface CallGroup {
  module: string;
  /** Of the capability, in the reader's language. */
  name: string;
  calls: ApiCall[];
}

export const RAW_DOCUMENT = '/openapi.json';

/** The same document with the calls that keys open, and those alone. */
export const PUBLIC_DOCUMENT = '/openapi.json?public=1';

async function readGroups(path: `/${string}`, signal: AbortSignal): Promise<CallGroup[]> {
  const answer = await ask({ method: 'GET', path }, {}, signal);
  const document = answer.ok ? ((await answer.json().catch(() => null)) as OpenApi | null) : null;
  if (!document?.paths) throw new Failure('unavailable');
  const groups = apiCalls(document);
  const names = await call(apiDocsApi.names, { modules: groups.map(({ module }) => module) }, { signal });
  return groups.map((group, index) => ({ ...group, name: names[index]?.name ?? group.module }));
}

/** Every call of a document by capability; none until they are there. */
export function useCalls(path: `/${string}`): UseQueryResult<CallGroup[]> {
  const language = useLanguage();
  return useQuery({
    queryKey: [path, language],
    queryFn: ({ signal }) => readGroups(path, signal),
    staleTime: Infinity,
    meta: { handled: true },
  });
}
