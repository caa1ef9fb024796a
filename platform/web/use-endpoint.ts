import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { Endpoint } from '#shared/endpoint.ts';
import { call, type DataOf, type InputOf } from './call.ts';
import { text, type TextKey } from './i18n.ts';
import { patience, queryClient } from './query-client.ts';
import { toast } from './toast.ts';

export interface AskOptions {
  /** False: do not ask yet. */
  enabled?: boolean;
  /** Ask again after this time while the page is visible. */
  everyMs?: number;
  /** How long an answer counts as fresh; 30 s unless said. */
  staleMs?: number;
  /** Show the answer to the last input until the new one is there: for lists being paged and filtered. */
  keepPrevious?: boolean;
  /** The screen shows the failure itself; the shared handler stays silent. */
  handlesFailures?: boolean;
}

/** What an answer is kept under: the path alone finds every input of an endpoint. */
export const keyOf = (endpoint: Pick<Endpoint, 'path'>, input?: unknown): readonly unknown[] =>
  input === undefined ? [endpoint.path] : [endpoint.path, input];

/** Asks the server and keeps the answer; the contract types input and data. */
export function useEndpoint<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: AskOptions = {},
): UseQueryResult<DataOf<E>> {
  return useQuery<DataOf<E>>({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    meta: { handled: Boolean(endpoint.handlesFailures || options.handlesFailures) },
    ...(options.enabled === undefined ? {} : { enabled: options.enabled }),
    ...(options.everyMs === undefined ? {} : { refetchInterval: options.everyMs }),
    ...(options.staleMs === undefined ? {} : { staleTime: options.staleMs }),
    ...(options.keepPrevious ? { placeholderData: keepPreviousData as never } : {}),
  });
}

/** A page of a list for `DataTable`: the rows stay while the next ones come, and the table tells failures itself. */
export const usePage = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: AskOptions = {},
): UseQueryResult<DataOf<E>> => useEndpoint(endpoint, input, { keepPrevious: true, handlesFailures: true, ...options });

export interface CommandOptions<E extends Endpoint> {
  onDone?: (data: DataOf<E>, input: InputOf<E>) => void;
  onFailed?: (error: unknown) => void;
  /** Endpoints whose answers this command made old. */
  invalidates?: readonly Pick<Endpoint, 'path'>[];
  /** Said when it worked. */
  done?: TextKey;
  /** The screen shows the failure itself; the shared handler stays silent. */
  handlesFailures?: boolean;
  /** A lost line is no answer: it is tried again until the line is back, and later ones of this name wait for it. */
  patientAs?: string;
}

/** A change the user asks for: `mutate(input)`, `isPending`, `error`; told, and made visible, when it worked. */
export function useCommand<E extends Endpoint>(
  endpoint: E,
  options: CommandOptions<E> = {},
): UseMutationResult<DataOf<E>, Error, InputOf<E>> {
  const client = useQueryClient();
  return useMutation<DataOf<E>, Error, InputOf<E>>({
    mutationFn: (input) => call(endpoint, input),
    ...(options.patientAs === undefined ? {} : { ...patience, scope: { id: options.patientAs } }),
    meta: { handled: Boolean(endpoint.handlesFailures || options.handlesFailures) },
    onSuccess: async (data, input) => {
      if (options.done) toast({ tone: 'success', text: text(options.done) });
      options.onDone?.(data, input);
      await Promise.all((options.invalidates ?? []).map((one) => invalidate(one, undefined, client)));
    },
    onError: (error) => options.onFailed?.(error),
  });
}

/** Makes kept answers old: those of an endpoint, or of one input; what is on the page is asked again. */
export const invalidate = (
  endpoint: Pick<Endpoint, 'path'>,
  input?: unknown,
  client: QueryClient = queryClient,
): Promise<void> => client.invalidateQueries({ queryKey: keyOf(endpoint, input) });

/** Puts an answer in place that arrived another way, over a socket for instance. */
export const setAnswer = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  change: (before: DataOf<E> | undefined) => DataOf<E> | undefined,
): void => void queryClient.setQueryData<DataOf<E>>(keyOf(endpoint, input), change);
