import { createContext } from 'react';
import type { FirstStepPart, HomeCard, WebFeature } from '#platform/web/feature.ts';

/** A card of the start page with the feature that brought it. */
export interface BroughtCard {
  feature: WebFeature;
  card: HomeCard;
}

/** A part of a step of the guide with the feature that brought it. */
export interface BroughtStepPart {
  feature: WebFeature;
  part: FirstStepPart;
}

/** Something on another page that wants to be seen. */
export interface WaitingElsewhere {
  /** The page. */
  to: string;
  title: string;
}

/** What the start page needs of the shell around it. */
export interface HomeShell {
  /** The cards all features brought, in order. */
  cards: readonly BroughtCard[];
  /** What features show at steps of the guide. */
  stepParts: readonly BroughtStepPart[];
  /** What waits for the reader on other pages, as the menu marks it. */
  waiting: readonly WaitingElsewhere[];
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

/** Whose words a card needs: the few that are its own, where it has such. */
export const cardPart = ({ feature, card }: BroughtCard): Pick<WebFeature, 'name' | 'text'> =>
  card.text ? { name: `${feature.name} home`, text: card.text } : feature;

/** Collects the parts of the guide of a feature list. */
export const stepPartsOf = (features: readonly WebFeature[]): BroughtStepPart[] =>
  features.flatMap((feature) => (feature.firstSteps ?? []).map((part) => ({ feature, part })));
