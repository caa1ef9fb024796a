import type { LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ensureFeatureTexts, type WebFeature } from '#platform/web/feature.ts';
import { hasText, textOf, useText } from '#platform/web/i18n.ts';
import { useViewer, type Viewer } from '#platform/web/viewer.ts';
import { iconOf } from './icons.ts';

export interface PersonalPage {
  to: string;
  name: string;
  icon: LucideIcon;
}

const personalRoutes = (features: readonly WebFeature[], who: Viewer | null) =>
  features.flatMap((feature) =>
    feature.routes
      .filter(({ personal, icon, when }) => personal && icon && who && (when?.(who) ?? true))
      .map((route) => ({ feature, route })),
  );

/** The pages about the viewer's own things, as features declare them; each once its texts are there. `wanted`: fetch those. */
export function usePersonalPages(features: readonly WebFeature[], wanted = true): PersonalPage[] {
  useText();
  const [, arrived] = useState(0);
  const routes = personalRoutes(features, useViewer());
  const missing = routes
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
  return routes
    .filter(({ route }) => hasText(route.title))
    .map(({ route }) => ({ to: route.path, name: textOf(route.title), icon: iconOf(route.icon!) }));
}
