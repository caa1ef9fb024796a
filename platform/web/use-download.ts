import { useState } from 'react';
import type { DownloadEndpoint } from '#shared/endpoint.ts';
import type { InputOf } from './call.ts';
import { download } from './download.ts';
import { handleFailure } from './failure-handler.ts';

/** Fetches files on a press; a refusal is told. */
export function useDownload() {
  const [isFetching, setFetching] = useState(false);
  async function fetch<E extends DownloadEndpoint>(endpoint: E, input: InputOf<E>): Promise<void> {
    setFetching(true);
    try {
      await download(endpoint, input);
    } catch (error) {
      handleFailure(error);
    } finally {
      setFetching(false);
    }
  }
  return { isFetching, fetch };
}
