import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type {
  Access,
  AnyEndpoint,
  Api,
  DownloadEndpoint,
  Endpoint,
  StandardEndpoint,
  UploadEndpoint,
  VisitEndpoint,
} from '#shared/endpoint.ts';
import type { Caller, Visitor } from './caller.ts';

/** A file as it arrives: already checked for type and size, on disk until the handler is done. */
export interface IncomingFile {
  path: string;
  name: string;
  mediaType: string;
  bytes: number;
}

/** A file as it leaves. */
export interface OutgoingFile {
  name: string;
  mediaType: string;
  /** A function opens the whole or one part of it, so that a player can seek; `bytes` is then needed. */
  body: Readable | Buffer | OpenPart;
  /** Of the whole file. */
  bytes?: number;
  /** Shown in the page instead of saved. */
  inline?: boolean;
  /** Other sites may use it in their pages. */
  forOtherSites?: boolean;
  /** Says something else to whoever asks by another name of this server: no cache may keep it. */
  variesByHost?: boolean;
}

/** What a call that answers files says when there is none yet. */
export interface Instead<D> {
  instead: D;
}

/** Both ends are included, as in HTTP. */
export type OpenPart = (range?: { from: number; to: number }) => Promise<Readable>;

/** What a browser carried to a visited place, or a server to a signed call, as it was written. */
export interface RawRequest {
  /** Behind the question mark; signatures are made over these very letters. */
  query: string;
  /** Of a call whose contract says `signed`; else empty. */
  body: Uint8Array;
  /** By lower-case name; empty: none. */
  header(name: string): string;
}

/** Where a visiting browser goes next. */
export interface Departure {
  /** A path of ours, or the address of another site. */
  to: string;
  /** Kept for the next page in the session storage of the tab, so that it stands in no address. */
  keep?: Record<string, string>;
}

/** What a call of a standard answers. */
export interface StandardAnswer<D> {
  status: number;
  /** The address of what was made. */
  location?: string;
  /** Null: none. */
  body: D | null;
}

type WhoFor<E> = E extends { access: 'public' } ? Visitor : Caller;
type Awaitable<T> = T | Promise<T>;

export type Handler<E> =
  E extends UploadEndpoint<infer I, infer D>
    ? (who: WhoFor<E>, input: z.output<I>, file: IncomingFile) => Awaitable<z.input<D>>
    : E extends VisitEndpoint<infer I>
      ? (who: Visitor, input: z.output<I>, arrival: RawRequest) => Awaitable<Departure>
      : E extends DownloadEndpoint<infer I, Access, infer D>
        ? (who: WhoFor<E>, input: z.output<I>) => Awaitable<OutgoingFile | Instead<z.input<D>>>
        : E extends StandardEndpoint<infer I, infer D>
          ? (who: Visitor, input: z.output<I>) => Awaitable<StandardAnswer<z.input<D>>>
          : E extends Endpoint<infer I, infer D>
            ? (who: WhoFor<E>, input: z.output<I>, arrival?: RawRequest) => Awaitable<z.input<D>>
            : never;

export type Handlers<A extends Api> = { [K in keyof A]: Handler<A[K]> };

/** A contract entry joined to what answers it. */
export interface Route {
  /** Feature and contract key: module and action of the operation log. */
  module: string;
  name: string;
  endpoint: AnyEndpoint;
  /** Answered by the process in which the desk of the caller's tenant lives (`platform/server/homes`). */
  atHome?: boolean;
  handle: (who: Visitor | Caller, input: unknown, more?: IncomingFile | RawRequest) => Awaitable<unknown>;
}

/** Joins a contract to its handlers. A contract entry without a handler does not compile. `atHome`: those that ask or order a living desk. */
export function routes<A extends Api>(
  module: string,
  api: A,
  handlers: Handlers<A>,
  { atHome = [] }: { atHome?: 'all' | readonly (keyof A)[] } = {},
): Route[] {
  return Object.keys(api).map((name) => ({
    module,
    name,
    endpoint: api[name]!,
    atHome: atHome === 'all' || atHome.includes(name),
    handle: handlers[name] as Route['handle'],
  }));
}
