import { createHash, createHmac } from 'node:crypto';

/** Who asks, and where. */
export interface Signer {
  keyId: string;
  secret: string;
  region: string;
}

export interface RequestToSign {
  method: string;
  /** As it stands on the wire, encoded. */
  path: string;
  query: Readonly<Record<string, string>>;
  /** By lower-case name; all of them are signed. `host` and `x-amz-date` are among them. */
  headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body in hex. */
  bodyHash: string;
}

const SERVICE = 's3';
const ALGORITHM = 'AWS4-HMAC-SHA256';

export const sha256Hex = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** As the signature wants it: everything but letters, digits and `-._~`. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The question behind `?`, in the order it is signed in. */
export const queryText = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');

/** `20130524T000000Z`. */
export const signedMoment = (nowMs: number): string => new Date(nowMs).toISOString().replaceAll(/[:-]|\.\d{3}/g, '');

/** The header `authorization` (AWS Signature Version 4) of a request. */
export function authorizationOf({ keyId, secret, region }: Signer, request: RequestToSign): string {
  const { method, path, query, headers, bodyHash } = request;
  const names = Object.keys(headers).sort();
  const signedNames = names.join(';');
  const canonical = [
    method,
    path,
    queryText(query),
    ...names.map((name) => `${name}:${headers[name]!.trim()}`),
    '',
    signedNames,
    bodyHash,
  ].join('\n');
  const moment = headers['x-amz-date']!;
  const day = moment.slice(0, 8);
  const scope = `${day}/${region}/${SERVICE}/aws4_request`;
  const key = [day, region, SERVICE, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  const signature = hmac(key as Buffer, [ALGORITHM, moment, scope, sha256Hex(canonical)].join('\n')).toString('hex');
  return `${ALGORITHM} Credential=${keyId}/${scope}, SignedHeaders=${signedNames}, Signature=${signature}`;
}
