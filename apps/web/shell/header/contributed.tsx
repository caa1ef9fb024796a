import { Suspense, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { lazily, type HeaderSlot, type WebFeature } from '#platform/web/feature.ts';
import type { ReadableStore } from '#platform/web/store.ts';
import { Later } from '#platform/web/ui/mount-on-open.tsx';
import { PageBoundary } from '#platform/web/ui/states.tsx';
import { useStore } from '#platform/web/use-store.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { useRouted } from '../use-routed.ts';
import { itemsFor, surrounded } from './header-items.ts';

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
  return itemsFor(features, slot, who, surrounded(pathname, routed))
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
