import { invalidate } from '#platform/web/use-endpoint.ts';

/** What is on the page about help is read again. */
export const askAgain = (path: `/${string}`): Promise<void> => invalidate({ path });
