import type { Access } from '#shared/endpoint.ts';
import { CSV_MEDIA_TYPE } from '#platform/server/csv.ts';
import type { Identity } from '#platform/server/http/caller.ts';
import type { World } from '#platform/server/world.ts';

/** Who asked for an export: rights and masking as they are when it runs, language and zone as they were when it was asked for. */
export interface ExportCaller extends Pick<
  Identity,
  'tenantId' | 'userId' | 'name' | 'isOwner' | 'functions' | 'needsMasking' | 'language'
> {
  /** IANA name. */
  timeZone: string;
}

/** Tells how far a writer is, from 0 to 1. Cheap: call it for every row. */
export type Progress = (done: number) => void;

export interface Export<Params extends object> {
  /** `<feature>.<what>` */
  kind: string;
  /** Asked again when the export runs: a right may be gone by then. */
  access: Exclude<Access, 'public'>;
  /** CSV unless said; some kinds are written as one or another file. */
  mediaType?: string | ((params: Params) => string);
  /** May be run again from the start after a crash, so it changes nothing. A `Failure` ends the task with its text. */
  write(world: World, caller: ExportCaller, params: Params, progress: Progress): AsyncIterable<Uint8Array>;
}

const exports = new Map<string, Required<Export<never>>>();

/** Makes a kind of export known; called once, where the module of the writer is loaded. */
export function registerExport<Params extends object>({ mediaType = CSV_MEDIA_TYPE, ...one }: Export<Params>): void {
  if (exports.has(one.kind)) throw new Error(`the export ${one.kind} is registered twice`);
  exports.set(one.kind, { ...one, mediaType } as Required<Export<never>>);
}

export const exportOf = (kind: string): Required<Export<never>> | undefined => exports.get(kind);
