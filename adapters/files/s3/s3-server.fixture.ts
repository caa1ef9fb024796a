import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { authorizationOf, sha256Hex } from './sign-request.ts';

const signer = { keyId: 'key-of-tests', secret: 'secret-of-tests', region: 'us-east-1' };

/** A few of each list at a time, so that a second page is needed. */
const PAGE = 2;

interface Upload {
  key: string;
  parts: Map<number, Buffer>;
  begun: string;
}

/** As much of S3 as we use, with faults in a test's hand. What others wrote is asked in `npm run interop files`. */
export async function s3Server() {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Upload>();
  /** Answers instead of the next requests: a status, or a wire that breaks after so many bytes. */
  const faults: ({ status: number; code?: string } | { cutAfter: number })[] = [];
  let asked = 0;
  let numbered = 0;

  const server = createServer((request, response) => {
    asked += 1;
    void answer(request, response).catch(() => response.destroy());
  });
  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);

  function refuse(response: ServerResponse, status: number, code: string): void {
    response.writeHead(status).end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
  }

  function isSigned({ method, headers }: IncomingMessage, url: URL, body: Buffer): boolean {
    const names = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '')?.[1]?.split(';') ?? [];
    const signed = Object.fromEntries(names.map((name) => [name, String(headers[name])]));
    const request = {
      method: method!,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: signed,
    };
    return (
      headers['x-amz-content-sha256'] === sha256Hex(body) &&
      authorizationOf(signer, { ...request, bodyHash: sha256Hex(body) }) === headers.authorization
    );
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, 'http://localhost');
    const body = await buffer(request);
    const fault = faults.shift();
    if (fault && 'status' in fault) return refuse(response, fault.status, fault.code ?? 'Fault');
    if (!isSigned(request, url, body)) return refuse(response, 403, 'SignatureDoesNotMatch');
    const [, bucket, ...rest] = url.pathname.split('/');
    if (bucket !== 'bucket') return refuse(response, 404, 'NoSuchBucket');
    const key = rest.join('/');
    const query = url.searchParams;
    if (key === '') return list(response, query);
    if (request.method === 'POST' || query.has('uploadId')) return inParts(request, response, { key, query, body });
    if (request.method === 'PUT') {
      objects.set(key, body);
      return void response.writeHead(200, { etag: tagOf(body) }).end();
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    give(request, response, objects.get(key), fault?.cutAfter ?? Infinity);
  }

  function give(
    request: IncomingMessage,
    response: ServerResponse,
    object: Buffer | undefined,
    cutAfter: number,
  ): void {
    if (!object) return refuse(response, 404, 'NoSuchKey');
    const asks = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
    const from = Number(asks?.[1] ?? 0);
    if (asks && from >= object.length) {
      response.writeHead(416, { 'content-range': `bytes */${object.length}` }).end();
      return;
    }
    const to = Math.min(Number(asks?.[2] || Infinity), object.length - 1);
    const part = object.subarray(from, to + 1);
    response.writeHead(asks ? 206 : 200, {
      etag: tagOf(object),
      'content-length': part.length,
      ...(asks ? { 'content-range': `bytes ${from}-${to}/${object.length}` } : {}),
    });
    if (cutAfter >= part.length) response.end(request.method === 'HEAD' ? undefined : part);
    else response.write(part.subarray(0, cutAfter), () => response.destroy());
  }

  function list(response: ServerResponse, query: URLSearchParams): void {
    const prefix = query.get('prefix') ?? '';
    if (query.has('uploads')) {
      const after = query.get('upload-id-marker') ?? '';
      const all = [...uploads].filter(([id, { key }]) => key.startsWith(prefix) && id > after).toSorted();
      const page = all.slice(0, PAGE);
      const uploadElements = page.map(
        ([id, { key, begun }]) =>
          `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begun}</Initiated></Upload>`,
      );
      const more = all.length > PAGE;
      const next = more
        ? `<NextKeyMarker>${page.at(-1)![1].key}</NextKeyMarker><NextUploadIdMarker>${page.at(-1)![0]}</NextUploadIdMarker>`
        : '';
      response.end(
        `<ListMultipartUploadsResult><IsTruncated>${more}</IsTruncated>${next}${uploadElements.join('')}</ListMultipartUploadsResult>`,
      );
      return;
    }
    const after = query.get('continuation-token') ?? '';
    const all = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted();
    const page = all.slice(0, PAGE);
    const more = all.length > PAGE;
    response.end(
      `<ListBucketResult><IsTruncated>${more}</IsTruncated>${more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''}${page
        .map((key) => `<Contents><Key>${key}</Key></Contents>`)
        .join('')}</ListBucketResult>`,
    );
  }

  function inParts(
    { method }: IncomingMessage,
    response: ServerResponse,
    { key, query, body }: { key: string; query: URLSearchParams; body: Buffer },
  ): void {
    if (query.has('uploads')) {
      const id = `upload-${String((numbered += 1)).padStart(4, '0')}`;
      uploads.set(id, { key, parts: new Map(), begun: new Date().toISOString() });
      return void response.end(
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    const id = query.get('uploadId')!;
    const upload = uploads.get(id);
    if (!upload) return refuse(response, 404, 'NoSuchUpload');
    if (method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), body);
      return void response.writeHead(200, { etag: tagOf(body) }).end();
    }
    uploads.delete(id);
    if (method === 'DELETE') return void response.writeHead(204).end();
    const parts = [...upload.parts].toSorted(([a], [b]) => a - b).map(([, part]) => part);
    objects.set(key, Buffer.concat(parts));
    response.end('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>');
  }

  return {
    account: { ...signer, url: `http://127.0.0.1:${port}/bucket` },
    objects,
    uploads,
    faults,
    asked: () => asked,
    /** Nobody answers at its port any more. */
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    again: () => listen(port),
  };
}

const tags = new WeakMap<Buffer, string>();
function tagOf(bytes: Buffer): string {
  const tag = tags.get(bytes) ?? `"${sha256Hex(bytes).slice(0, 32)}"`;
  tags.set(bytes, tag);
  return tag;
}
