import { Suspense, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { headerItems } from '#core/shell/header.ts';
import { lazily, type HeaderSlot, type WebFeature } from '#platform/web/feature.ts';
import type { ReadableStore } from '#platform/web/store.ts';
import { Later } from '#platform/web/ui/mount-on-open.tsx';
import { PageBoundary } from '#platform/web/ui/states.tsx';
import { useStore } from '#platform/web/use-store.ts';
import { useViewer, type Viewer } from '#platform/web/viewer.ts';
import { useRouted } from '../use-routed.ts';

/** The items features brought for a slot that this viewer may see on this page, in their order. */
export function itemsFor(
  features: readonly WebFeature[],
  slot: HeaderSlot,
  who: Viewer,
  page: { path: string; pageHidesSettings: boolean; isConsole?: boolean },
) {
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

/** Draws what features brought for a slot, or only what frames show of it. One that breaks takes only itself away. */
export function Contributed({
  features,
  slot,
  inFrame = false,
}: {
  features: readonly WebFeature[];
  slot: HeaderSlot;
  inFrame?: boolean;
}) {
  const who = useViewer();
  const { pathname } = useLocation();
  const routed = useRouted();
  if (!who) return null;
  const page = {
    path: pathname,
    pageHidesSettings: routed?.route.hidesSettings ?? false,
    isConsole: routed?.route.console !== undefined,
  };
  return itemsFor(features, slot, who, page)
    .filter(({ item }) => !inFrame || item.inFrames)
    .map(({ feature, item, key }) => {
      const Item = lazily(feature, item.item);
      return (
        <Unbroken key={key}>
          {item.isOpen ? (
            <OnceOpen isOpen={item.isOpen}>
              <Item />
            </OnceOpen>
          ) : (
            <Suspense fallback={null}>
              <Item />
            </Suspense>
          )}
        </Unbroken>
      );
    });
}

const OnceOpen = ({ isOpen, children }: { isOpen: ReadableStore<boolean>; children: ReactNode }) => (
  <Later opened={useStore(isOpen)}>{children}</Later>
);

/** As for a page, but a broken item says nothing: the page is what matters. */
class Unbroken extends PageBoundary {
  override render() {
    return this.state.broken ? null : this.props.children;
  }
}
