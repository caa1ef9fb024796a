import { createContext } from 'react';
import type { LucideIcon } from 'lucide-react';
import type { HomeCard, WebFeature } from '#platform/web/feature.ts';

/** A card of the start page with the feature that brought it. */
export interface BroughtCard {
  feature: WebFeature;
  card: HomeCard;
}

/** What the start page needs of the shell around it. */
export interface HomeShell {
  /** The cards all features brought, in order. */
  cards: readonly BroughtCard[];
  /** Every page the reader can go to, with the section or system it stands in. */
  pages: readonly { key: string; name: string; icon: string; beside: string | null }[];
  /** The icon a menu entry names. */
  iconOf: (name: string) => LucideIcon;
  /** Opens the list of time zones. */
  chooseZone: () => void;
}

/** The shell gives it to the pages; null where a page is drawn without one. */
export const HomeShellContext = createContext<HomeShell | null>(null);

/** Collects the cards of a feature list. */
export const cardsOf = (features: readonly WebFeature[]): BroughtCard[] =>
  features
    .flatMap((feature) => (feature.home ?? []).map((card) => ({ feature, card })))
    .sort((a, b) => (a.card.order ?? 100) - (b.card.order ?? 100));
