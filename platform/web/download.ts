import type { DownloadEndpoint } from '#shared/endpoint.ts';
import { ask, envelopeFrom, unwrap, type InputOf } from './call.ts';

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

/** A file the server makes; for showing or playing it here. Refusals are thrown as Failures. */
export async function fetchFile<E extends DownloadEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: { signal?: AbortSignal } = {},
): Promise<{ name: string; bytes: Blob }> {
  const answer = await ask(endpoint, input, options.signal);
  const disposition = answer.headers.get('content-disposition');
  const isEnvelope = !disposition && (answer.headers.get('content-type') ?? '').includes('application/json');
  if (isEnvelope || !answer.ok) unwrap(envelopeFrom(await answer.text()));
  const fallback = endpoint.path.split('/').at(-1) || 'file';
  return { name: fileNameOf(disposition, fallback), bytes: await answer.blob() };
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

/** Fetches a file and hands it to the browser's downloads under the server's name. */
export async function download<E extends DownloadEndpoint>(endpoint: E, input: InputOf<E>, options: { signal?: AbortSignal } = {}): Promise<void> {
  const { name, bytes } = await fetchFile(endpoint, input, options);
  saveFile(name, bytes);
}
