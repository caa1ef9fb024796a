import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { Failure } from '#shared/failure.ts';
import { handleFailure } from './failure-handler.ts';
import { endsSession } from './failures.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { handled?: boolean };
    mutationMeta: { handled?: boolean };
  }
}

/** An answer stays an answer however often one asks; only a lost connection is worth one more try. */
export const worthRetrying = (failures: number, error: unknown): boolean =>
  failures < 1 && error instanceof Failure && error.name === 'unavailable';

/** How often, and how long apart, something is asked for that shall not be lost with the line: five minutes. */
export const patience = {
  retry: (failures: number, error: unknown): boolean =>
    failures < 150 && error instanceof Failure && error.name === 'unavailable',
  retryDelay: 2_000,
};

/** A screen may show its failures itself, but no screen can go on without a session. */
const isHandled = (error: unknown, meta: { handled?: boolean } | undefined): boolean =>
  meta?.handled === true && !endsSession(error);

const ASKED_KEPT_MS = 5_000;

/** Keeps answers for the pages; every failure nobody handles goes to the shared handler from here. */
export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, refetchOnWindowFocus: false, retry: worthRetrying, retryDelay: 1_000 },
      // What was asked for keeps the page it was asked on, closures and all: nobody reads it once its screen is gone.
      mutations: { retry: false, gcTime: ASKED_KEPT_MS },
    },
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (!isHandled(error, query.meta)) handleFailure(error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _input, _context, mutation) => {
        if (!isHandled(error, mutation.meta)) handleFailure(error);
      },
    }),
  });

/** The one client of the page. */
export const queryClient = makeQueryClient();
