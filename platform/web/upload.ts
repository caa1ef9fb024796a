import type { Envelope } from '#shared/envelope.ts';
import { Failure } from '#shared/failure.ts';
import type { UploadEndpoint } from '#shared/endpoint.ts';
import { refuse } from './failures.ts';
import { envelopeFrom, headersOf, requestOf, unwrap, type DataOf, type InputOf } from './call.ts';

export interface UploadOptions {
  /** From 0 to 1, as the bytes leave. */
  onProgress?: (done: number) => void;
  signal?: AbortSignal;
}

/**
 * Sends a file with its fields. XMLHttpRequest, because fetch cannot tell how far an upload is.
 * A file that is too large is refused here, before its bytes travel.
 */
export function upload<E extends UploadEndpoint>(
  endpoint: E,
  file: File,
  input: InputOf<E>,
  options: UploadOptions = {},
): Promise<DataOf<E>> {
  if (file.size > endpoint.maxBytes) return refuse('tooLarge');
  const fields = (input ?? {}) as Record<string, unknown>;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null || endpoint.path.includes(`{${name}}`)) continue;
    for (const one of Array.isArray(value) ? value : [value]) form.append(name, String(one));
  }
  // Last, so that the server has read the fields when the bytes arrive.
  form.append('file', file, file.name);

  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open(endpoint.method, requestOf({ method: 'POST', path: endpoint.path }, fields).url);
    for (const [name, value] of Object.entries(headersOf(null))) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total);
    };
    request.onload = () => {
      try {
        unwrap(envelopeFrom(request.responseText) as Envelope<DataOf<E>>).then(resolve, reject);
      } catch (error) {
        reject(error);
      }
    };
    request.onerror = () => reject(new Failure('unavailable'));
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
    request.onloadend = () => options.signal?.removeEventListener('abort', abort);
    if (options.signal?.aborted) return reject(new DOMException('The upload was cancelled.', 'AbortError'));
    options.signal?.addEventListener('abort', abort);
    request.send(form);
  });
}
