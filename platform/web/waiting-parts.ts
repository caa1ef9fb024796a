import { createContext, use, type ComponentType } from 'react';
import { lazily, type WaitingPart, type WebFeature } from './feature.ts';
import { useViewer } from './viewer.ts';

/** A part of what waits, with the feature that brought it. */
export interface BroughtPart {
  feature: Pick<WebFeature, 'name' | 'text'>;
  part: WaitingPart;
}

/** What all features brought; the shell gives it to everything it draws. */
export const WaitingPartsContext = createContext<readonly BroughtPart[]>([]);

/** Collects the parts of a feature list. */
export const waitingPartsOf = (features: readonly WebFeature[]): BroughtPart[] =>
  features
    .flatMap((feature) => (feature.waiting ?? []).map((part) => ({ feature, part })))
    .sort((a, b) => (a.part.order ?? 100) - (b.part.order ?? 100));

/** The parts that are for the viewer, ready to be drawn, in their order. */
export function useWaitingParts(): { id: string; Part: ComponentType }[] {
  const brought = use(WaitingPartsContext);
  const who = useViewer();
  if (!who) return [];
  return brought
    .filter(({ part }) => part.when?.(who) ?? true)
    .map(({ feature, part: { id, part } }) => ({ id, Part: lazily(feature, part) }));
}
