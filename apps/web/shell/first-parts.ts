import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { HOME } from '#core/shell/address.ts';
import { cardPart, cardsOf } from '#features/office/home/web/home-shell.ts';
import { fetchPart, isPartHere, type WebFeature } from '#platform/web/feature.ts';
import { useViewer, type Viewer } from '#platform/web/viewer.ts';
import { waitingPartsOf } from '#platform/web/waiting-parts.ts';
import { aroundPage, inHeader, surrounded } from './header/header-items.ts';
import { useRouted, type Routed } from './use-routed.ts';

/** The page that shows what waits for somebody at their desk. */
const DESK = '/workBench';

/**
 * Fetches what other features bring to the viewer's first page, as soon as it is known who they are: all of it at once. What is only
 * fetched when its place is drawn comes in turns, each after the drawing before.
 */
export function fetchFirstParts(
  features: readonly WebFeature[],
  who: Viewer,
  path: string,
  asked: Routed | null,
): void {
  for (const { feature, item } of aroundPage(features, who, surrounded(path, asked)))
    void fetchPart(feature, item.item);
  if (path === HOME)
    for (const { feature, card } of cardsOf(features))
      if (card.when?.(who) ?? true) void fetchPart(cardPart({ feature, card }), card.card);
  if (path === DESK)
    for (const { feature, part } of waitingPartsOf(features))
      if (part.when?.(who) ?? true) void fetchPart(feature, part.part);
}

/** So long a header waits for what stands in it; then it is drawn with what there is. */
const LONGEST_WAIT_MS = 1_000;

/**
 * Whether everything that stands in the header is there, or was waited for long enough. Drawn one by one its parts push each other
 * aside, and who aims at one clicks at another.
 */
export function useWholeHeader(features: readonly WebFeature[]): boolean {
  const who = useViewer();
  const page = surrounded(useLocation().pathname, useRouted());
  const items = who ? inHeader(features, who, page) : [];
  const [isWhole, setWhole] = useState(items.every(({ item }) => isPartHere(item.item)));
  useEffect(() => {
    if (isWhole) return;
    let isGone = false;
    const draw = (): void => void (isGone || setWhole(true));
    const longest = setTimeout(draw, LONGEST_WAIT_MS);
    void Promise.all(items.map(({ feature, item }) => fetchPart(feature, item.item))).then(draw);
    return () => {
      isGone = true;
      clearTimeout(longest);
    };
    // Of the first drawing: what comes later finds a header that stands.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isWhole]);
  return isWhole;
}
