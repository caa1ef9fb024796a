import { createContext, use, type ComponentType } from 'react';
import { lazily, type WebFeature } from './feature.ts';
import type { Slots } from './slots.ts';
import { useViewer } from './viewer.ts';

/** Features that may have brought parts; the shell gives them to everything it draws. */
export const SlotsContext = createContext<readonly Pick<WebFeature, 'name' | 'text' | 'parts'>[]>([]);

/** The parts of a place that are for the viewer, ready to be drawn, in their order. */
export function useSlot<Name extends keyof Slots>(name: Name): { id: string; Part: ComponentType<Slots[Name]> }[] {
  const features = use(SlotsContext);
  const who = useViewer();
  if (!who) return [];
  return features
    .flatMap((feature) => {
      const brought = feature.parts?.[name];
      return brought && (brought.when?.(who) ?? true) ? [{ feature, brought }] : [];
    })
    .toSorted((a, b) => (a.brought.order ?? 100) - (b.brought.order ?? 100))
    .map(({ feature, brought }) => ({ id: feature.name, Part: lazily(feature, brought.part) }));
}
