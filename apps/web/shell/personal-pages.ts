import type { LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ensureFeatureTexts, type PageRoute, type WebFeature } from '#platform/web/feature.ts';
import { hasText, textOf, useText } from '#platform/web/i18n.ts';
import { can, useViewer, type Viewer } from '#platform/web/viewer.ts';
import { iconOf } from './icons.ts';

export interface PersonalPage {
  to: string;
  name: string;
  icon: LucideIcon;
}

/** The pages a menu of its own lists, as features declare them; each once its texts are there. `wanted`: fetch those. */
function useDeclaredPages(
  features: readonly WebFeature[],
  iconFor: (route: PageRoute, who: Viewer) => string | null,
  wanted: boolean,
): (PersonalPage & { route: PageRoute })[] {
  useText();
  const [, arrived] = useState(0);
  const who = useViewer();
  const found = features.flatMap((feature) =>
    feature.routes.flatMap((route) => {
      const icon = who && (route.when?.(who) ?? true) ? iconFor(route, who) : null;
      return icon === null ? [] : [{ feature, route, icon }];
    }),
  );
  const missing = found
    .filter(({ route }) => !hasText(route.title))
    .map(({ feature }) => feature.name)
    .join(' ');
  useEffect(() => {
    if (!wanted || missing === '') return;
    const named = features.filter(({ name }) => missing.split(' ').includes(name));
    void Promise.all(named.map(ensureFeatureTexts)).then(
      () => arrived((count) => count + 1),
      () => {},
    );
  }, [features, missing, wanted]);
  return found
    .filter(({ route }) => hasText(route.title))
    .map(({ route, icon }) => ({ route, to: route.path, name: textOf(route.title), icon: iconOf(icon) }));
}

const personalIcon = ({ personal, icon }: PageRoute): string | null => (personal && icon) || null;

/** The pages about the viewer's own things. */
export const usePersonalPages = (features: readonly WebFeature[], wanted = true): PersonalPage[] =>
  useDeclaredPages(features, personalIcon, wanted);

const consoleIcon = ({ console: place, access = 'signedIn' }: PageRoute, who: Viewer): string | null =>
  typeof place === 'object' && can(who, access) ? place.icon : null;
const orderOf = ({ console: place }: PageRoute): number => (typeof place === 'object' ? place.order : 0);

/** The pages of the operator's console, in its order; none for anybody else. */
export const useConsolePages = (features: readonly WebFeature[], wanted = true): PersonalPage[] =>
  useDeclaredPages(features, consoleIcon, wanted).toSorted((a, b) => orderOf(a.route) - orderOf(b.route));
