import { FACTOR_PROOF } from './factor-proof.ts';
import { z } from 'zod';
import type { ApiScope } from './api-scopes.ts';
import type { FailureName } from './errors.ts';
import { fromWireTime } from './wire-time.ts';

/**
 * Who may call: everybody, anybody signed in, those who run the installation and showed their second factor at this
 * session (`operator`), or holders of a function key such as `blacklist.edit`. The key is what a role editor shows, so it is
 * `<feature>.<verb>`; calls of operators are in no role, no key of a tenant and no page of the API.
 */
export type Access = 'public' | 'signedIn' | 'operator' | `${string}.${string}`;

/** As `true`; and who has a second factor shows that, the password being not enough: the refusal says `factor`. */
export type FactorProofMark = typeof FACTOR_PROOF;
export { FACTOR_PROOF };

/** How often one caller may ask before `tooManyRequests`. */
export interface Limit {
  per: 'address' | 'user';
  max: number;
  windowSec: number;
}

interface Common<A extends Access> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path parameters are written `{id}`. */
  path: `/${string}`;
  access: A;
  /** One sentence for the API page. */
  summary: string;
  /**
   * True when the call changes nothing although it is not a GET (lists by POST, as the
   * specification has them). Every other POST, PUT, PATCH and DELETE goes to the operation log.
   */
  reads?: boolean;
  /** False for calls a page makes by itself: they do not keep a session alive. */
  renewsSession?: false;
  /** The caller deals with failures itself; the shared handler stays silent. */
  handlesFailures?: boolean;
  limit?: Limit;
  /** Wants somebody who showed lately who they are, else `freshProofRequired`: a screen left alone, or a token taken, is not enough. Keys of the tenant are not asked. */
  freshProof?: true | FactorProofMark;
  /** Of the person rather than of the tenant: how they sign in, from where, and what protects them. Who helps inside a tenant does it at home (`notWhileHelping`). */
  ofPerson?: true;
  /** Keys that open the call as well, and let it answer more: `call-records.view` shows calls of others too. */
  widenedBy?: readonly `${string}.${string}`[];
  /** Part of the public API: a key of the tenant that holds this scope may call it too, with the rights of `access` and `widenedBy`. */
  api?: ApiScope;
  /** Other paths that answer the same call. */
  alsoAt?: readonly `/${string}`[];
  /** Several calls share the address; this one is meant where the field `path` of the input is this word. */
  operation?: string;
}

export interface Endpoint<
  I extends z.ZodType = z.ZodType,
  D extends z.ZodType = z.ZodType,
  A extends Access = Access,
> extends Common<A> {
  kind: 'json';
  /** Path parameters, query and body, merged. */
  input: I;
  data: D;
  /** Whoever calls signs the body: its very bytes are handed to the handler beside what was read from them. */
  signed?: boolean;
}

/** A call that carries one file (multipart field `file`) beside its fields. */
export interface UploadEndpoint<
  I extends z.ZodType = z.ZodType,
  D extends z.ZodType = z.ZodType,
  A extends Access = Access,
> extends Common<A> {
  kind: 'upload';
  input: I;
  data: D;
  /** Decided by the bytes, not by the name. `text/plain` means valid UTF-8 text, `text/csv` also the other encodings tables are saved in. */
  accepts: readonly string[];
  maxBytes: number;
}

/** A call that answers with a file; a refusal is still an envelope. */
export interface DownloadEndpoint<
  I extends z.ZodType = z.ZodType,
  A extends Access = Access,
  D extends z.ZodType = z.ZodType,
> extends Common<A> {
  kind: 'download';
  input: I;
  /** What it may answer in place of the file, as an envelope: where a file that takes long will be found. */
  instead?: D;
  /** A pass in the address (`?pass=`, from `sessions.issuePass`) stands in for the header: an element of the page fetches the file itself. */
  takesPass?: boolean;
  /** Whoever fetches it leaves an entry in the operation log; with a pass, the call that gave the pass has left it. */
  logged?: boolean;
}

/**
 * A place a browser goes to by itself, by a link or a form of another site; it is sent on from there. A refusal is the
 * sign-in page that says why, or an envelope for whoever wants no page.
 */
export interface VisitEndpoint<I extends z.ZodType = z.ZodType, A extends Access = Access> extends Common<A> {
  kind: 'visit';
  /** Path parameters, query and form fields, merged. */
  input: I;
}

/** How a standard that others wrote speaks: its media type, and its words for a refusal. */
export interface Standard {
  mediaType: string;
  /** Null for what it has no words for; it is asked again with the failure that is to us. */
  refusal(thrown: unknown): { status: number; headers?: Record<string, string>; body: object } | null;
}

/**
 * A call as a standard lays it down, for programs that speak it with everybody: the answer stands in no envelope, and a
 * refusal has the standard's shape. Whoever asks proves it in the standard's way, to the handler.
 */
export interface StandardEndpoint<
  I extends z.ZodType = z.ZodType,
  D extends z.ZodType = z.ZodType,
  A extends Access = Access,
> extends Common<A> {
  kind: 'standard';
  standard: Standard;
  input: I;
  data: D;
}

export type AnyEndpoint = Endpoint | UploadEndpoint | DownloadEndpoint | VisitEndpoint | StandardEndpoint;
export type Api = Record<string, AnyEndpoint>;

export const endpoint = <I extends z.ZodType, D extends z.ZodType, const A extends Access>(
  e: Omit<Endpoint<I, D, A>, 'kind'>,
): Endpoint<I, D, A> => ({ kind: 'json', ...e });
/** One of several calls at one address, told apart by the field `path` of their inputs, as the specification has it for routes. */
export const operation = <const O extends string, I extends z.ZodRawShape, D extends z.ZodType, const A extends Access>(
  path: O,
  { address, input, ...e }: Omit<Endpoint<z.ZodObject<I>, D, A>, 'kind' | 'path'> & { address: `/${string}` },
) => endpoint({ ...e, path: address, operation: path, input: input.extend({ path: z.literal(path) }) });
export const upload = <I extends z.ZodType, D extends z.ZodType, const A extends Access>(
  e: Omit<UploadEndpoint<I, D, A>, 'kind'>,
): UploadEndpoint<I, D, A> => ({ kind: 'upload', ...e });
export const download = <I extends z.ZodType, const A extends Access, D extends z.ZodType = z.ZodNever>(
  e: Omit<DownloadEndpoint<I, A, D>, 'kind'>,
): DownloadEndpoint<I, A, D> => ({ kind: 'download', ...e });
export const visit = <I extends z.ZodType>(
  e: Omit<VisitEndpoint<I, 'public'>, 'kind' | 'access'>,
): VisitEndpoint<I, 'public'> => ({ kind: 'visit', access: 'public', ...e });

export const standardCall = <I extends z.ZodType, D extends z.ZodType>(
  e: Omit<StandardEndpoint<I, D, 'public'>, 'kind' | 'access'>,
): StandardEndpoint<I, D, 'public'> => ({ kind: 'standard', access: 'public', ...e });

/** Whether a call leaves an entry in the operation log: every write, and files worth an entry. */
export const isLogged = (e: AnyEndpoint): boolean =>
  (e.kind === 'download' && e.logged === true) || (e.method !== 'GET' && !e.reads);

export const nothing = z.object({});

export const PageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  size: z.coerce.number().int().min(1).max(200).default(10),
});

export const pageOf = <T extends z.ZodType>(row: T) => z.object({ list: z.array(row), total: z.number().int() });

/** What a table is taken along as. */
export const TableFileKind = z.enum(['csv', 'xlsx']);
export type TableFileKind = z.infer<typeof TableFileKind>;

export const Id = z.coerce.number().int().positive();

/** A moment on the wire: `YYYY-MM-DD HH:mm:ss`, always UTC. */
export const WireTime = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  .refine(isMoment, 'no such moment');
export type WireTime = string;

function isMoment(text: string): boolean {
  try {
    fromWireTime(text);
    return true;
  } catch {
    return false;
  }
}

export type { FailureName };
