import type { TenantTx } from '#platform/server/db/db.ts';
import type { Language } from '#shared/languages.ts';
import type { TimelineEntry } from '../contract.ts';

/** Somebody data is kept about: the customer and all that were merged into it. */
export interface Person {
  customerIds: readonly number[];
  numbers: readonly string[];
  emails: readonly string[];
}

/** What a capability keeps about people. */
export interface PersonData {
  /** The capability's folder. */
  name: string;
  /** Forgets the person for good; answers how many things went. */
  erase(tx: TenantTx, person: Person): Promise<number>;
  /** Everything kept about the person, as it may be handed to them. */
  export(tx: TenantTx, person: Person): Promise<unknown[]>;
  /** Stored files about the person, such as recordings; their names are unique within the capability. */
  files?(tx: TenantTx, person: Person): Promise<{ name: string; fileId: number }[]>;
}

/** A line of the timeline as its source tells it; `seq` orders lines of one second and of one source. */
export interface TimelineLine {
  seq: number;
  at: string;
  who: string;
  body: Record<string, unknown>;
}

export interface TimelineReader {
  needsMasking: boolean;
  language: Language;
}

/** A capability that knows what happened with customers. */
export interface TimelineSource {
  kind: TimelineEntry['kind'];
  /** At most `size` lines of these customers before (`at`, `seq`), the newest first; `at` counts in whole seconds. */
  read(
    tx: TenantTx,
    customerIds: readonly number[],
    before: { at: string; seq: number },
    size: number,
    reader: TimelineReader,
  ): Promise<TimelineLine[]>;
}

const kept = new Map<string, PersonData>();
const sources = new Map<string, TimelineSource>();

/** Every capability that keeps data about people adds itself, where its module is loaded. */
export function registerPersonData(data: PersonData): void {
  kept.set(data.name, data);
}

/** Every capability whose doings belong into the timeline of a customer adds itself, where its module is loaded. */
export function registerTimeline(source: TimelineSource): void {
  sources.set(source.kind, source);
}

export const personData = (): PersonData[] => [...kept.values()];
export const timelineSources = (): TimelineSource[] => [...sources.values()];
