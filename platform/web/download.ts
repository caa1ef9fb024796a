import type { z } from 'zod';
import type { DownloadEndpoint } from '#shared/endpoint.ts';
import { Failure } from '#shared/failure.ts';
import { ask, envelopeFrom, unwrap, type InputOf } from './call.ts';
import { withFreshProof } from './fresh-proof.ts';

/** The name the server gave a file, the UTF-8 form before the plain one. */
export function fileNameOf(disposition: string | null, fallback: string): string {
  const utf8 = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (utf8) {
    try {
      return decodeURIComponent(utf8);
    } catch {
      // A broken escape: the plain name is as good.
    }
  }
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? fallback;
}

/** What a call may answer in place of its file. */
type InsteadOf<E> = E extends { instead?: infer D extends z.ZodType } ? z.output<D> : never;
interface FetchedFile {
  name: string;
  bytes: Blob;
}

const fetchEither = <E extends DownloadEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal: AbortSignal | undefined,
): Promise<FetchedFile | { instead: InsteadOf<E> }> => withFreshProof(() => fetchOnce(endpoint, input, signal));

async function fetchOnce<E extends DownloadEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal: AbortSignal | undefined,
): Promise<FetchedFile | { instead: InsteadOf<E> }> {
  const answer = await ask(endpoint, input, signal);
  const disposition = answer.headers.get('content-disposition');
  const isEnvelope = !disposition && (answer.headers.get('content-type') ?? '').includes('application/json');
  if (isEnvelope || !answer.ok) return { instead: (await unwrap(envelopeFrom(await answer.text()))) as InsteadOf<E> };
  const fallback = endpoint.path.split('/').at(-1) || 'file';
  return { name: fileNameOf(disposition, fallback), bytes: await answer.blob() };
}

/** A file the server makes; for showing or playing it here. Refusals are thrown as Failures. */
export async function fetchFile<E extends DownloadEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: { signal?: AbortSignal } = {},
): Promise<FetchedFile> {
  const found = await fetchEither(endpoint, input, options.signal);
  if ('instead' in found) throw new Failure('unavailable');
  return found;
}

/** Hands bytes to the browser's downloads. */
export function saveFile(name: string, bytes: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(bytes);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Late, because some browsers read the bytes after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * Fetches a file and hands it to the browser's downloads under the server's name; answers null then. Where a call may
 * answer something in place of the file, such as the task that writes it, that comes back and nothing is saved.
 */
export async function download<E extends DownloadEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: { signal?: AbortSignal } = {},
): Promise<InsteadOf<E> | null> {
  const found = await fetchEither(endpoint, input, options.signal);
  if ('instead' in found) return found.instead;
  saveFile(found.name, found.bytes);
  return null;
}
