import { headerItems } from '#core/shell/header.ts';
import type { HeaderItem, HeaderSlot, WebFeature } from '#platform/web/feature.ts';
import type { Viewer } from '#platform/web/viewer.ts';
import type { Routed } from '../use-routed.ts';

/** What a page wants of what surrounds it. */
interface SurroundedPage {
  path: string;
  pageHidesSettings: boolean;
  isConsole?: boolean;
}

export const surrounded = (path: string, routed: Routed | null): SurroundedPage => ({
  path,
  pageHidesSettings: routed?.route.hidesSettings ?? false,
  isConsole: routed?.route.console !== undefined,
});

export interface BroughtItem {
  feature: WebFeature;
  item: HeaderItem;
  key: string;
}

/** The items features brought for a slot that this viewer may see on this page, in their order. */
export function itemsFor(
  features: readonly WebFeature[],
  slot: HeaderSlot,
  who: Viewer,
  page: SurroundedPage,
): BroughtItem[] {
  // Auto-answer, line check and SMS are the settings; one rule decides them all.
  const settings = headerItems({
    path: page.path,
    pageHidesSettings: page.pageHidesSettings,
    hasSip: who.voiceSeat,
    textSeat: who.textSeat,
    voiceSeat: who.voiceSeat,
    systems: 1,
  }).has('autoAnswer');
  return (
    features
      .flatMap((feature) =>
        (feature.header ?? []).map((item, place) => ({ feature, item, key: `${feature.name} ${place}` })),
      )
      .filter(({ item }) => item.slot === slot && (!item.setting || settings) && (item.when?.(who) ?? true))
      // What is above every page is so there, too: a phone that rings, a question who is there.
      .filter(({ item }) => !page.isConsole || item.inConsole || slot === 'overlay')
      .sort((a, b) => (a.item.order ?? 100) - (b.item.order ?? 100))
  );
}

/** Those that are drawn at once; others come when they are opened. */
const isDrawn = ({ item }: BroughtItem): boolean => item.isOpen === undefined;

/** Everything that stands in the header of a page. */
export const inHeader = (features: readonly WebFeature[], who: Viewer, page: SurroundedPage): BroughtItem[] =>
  (['title', 'line', 'tools', 'end'] as const).flatMap((slot) => itemsFor(features, slot, who, page)).filter(isDrawn);

/** The same, and what stands below the header and above the page. */
export const aroundPage = (features: readonly WebFeature[], who: Viewer, page: SurroundedPage): BroughtItem[] => [
  ...inHeader(features, who, page),
  ...(['banner', 'overlay'] as const).flatMap((slot) => itemsFor(features, slot, who, page)).filter(isDrawn),
];
