import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { Access } from '#shared/endpoint.ts';
import { fetchCode } from './lazy-part.ts';
import { ensureTexts, type TextKey, type TextLoader, type TextValues } from './i18n.ts';
import type { SlotParts } from './slots.ts';
import type { ReadableStore } from './store.ts';
import type { Viewer } from './viewer.ts';
import type { BroughtWindows } from './windows.ts';

/** A component in a file of its own, fetched when it is first drawn. */
export type Lazily<Props = object> = () => Promise<{ default: ComponentType<Props> }>;

/** A page and what the shell draws around it. */
export interface PageRoute {
  /** As react-router writes it: `/record`, `/customers/:id`. */
  path: string;
  /** Shown in the header and in the browser's tab. */
  title: TextKey;
  page: Lazily;
  /** Only for holders of this function key; others see why not. `signedIn` unless said. */
  access?: Access;
  /** The header has a back button. */
  back?: boolean;
  /** Neither header nor menu, for pages opened inside another program or on a wall; a page may say so by its query. */
  bare?: boolean | ((query: URLSearchParams) => boolean);
  /** The menu is the personal one, with its Back entry; it has an entry for every page that is personal and has an icon. */
  personal?: boolean;
  /** Its icon in the personal menu, one of those the shell's menus know. */
  icon?: string;
  /**
   * A page of the operator's console, above the tenants: around it stands the console's own menu. With an icon and a place it is an
   * entry there, smaller further up; `inner` pages are reached from others.
   */
  console?: { icon: string; order: number } | 'inner';
  /** Not a page for anybody else, whatever their keys. */
  when?: (viewer: Viewer) => boolean;
  /** The header hides its settings (auto-answer, line check). */
  hidesSettings?: boolean;
  /** The page fills the window and scrolls by itself, as the workbench does. */
  full?: boolean;
}

/**
 * Where a header item stands, from left to right: after the title, the line pill (status and phone),
 * tools, and the end beside the user card. `overlay` is drawn above every page: dialogs, the softphone; `banner` is a line between
 * header and page, or nothing.
 */
export type HeaderSlot = 'title' | 'line' | 'tools' | 'end' | 'overlay' | 'banner';

export interface HeaderItem {
  slot: HeaderSlot;
  item: Lazily;
  /** Smaller stands further left; 100 unless said. */
  order?: number;
  /** Absent unless this holds; asked again when the viewer changes. */
  when?: (viewer: Viewer) => boolean;
  /** A setting: hidden on the routes that hide settings. */
  setting?: boolean;
  /** Stands in the header of the operator's console, too: what belongs to a tenant's desk does not. */
  inConsole?: boolean;
  /** Of the overlay: drawn, too, where another program shows the page alone (`sso=1`), because what it is about happens there as well. */
  inFrames?: boolean;
  /** Of the overlay: neither code nor texts are fetched before it is open for the first time. */
  isOpen?: ReadableStore<boolean>;
}

/** An entry of the command bar. */
export interface Command {
  id: string;
  title: TextKey;
  /** What stands in the title; asked when it is shown. */
  values?: () => TextValues;
  /** Its icon, one of those the shell's menus know. */
  icon?: string;
  /** More words it is found by. */
  keywords?: readonly string[];
  /** Shown at its right: `['mod', 'Shift', 'A']`. */
  keys?: readonly string[];
  access?: Access;
  /** Not for anybody else, whatever their keys. */
  when?: (viewer: Viewer) => boolean;
  /** Of offers: smaller stands further up; 100 unless said. */
  order?: number;
  run: (context: FeatureContext) => void;
}

/** A card on the first page; the card draws itself. */
export interface HomeCard {
  id: string;
  card: Lazily;
  /** All it says, where that is little of what its feature says: the first page loads no more. */
  text?: TextLoader;
  /** Cells it takes of a row of four. */
  span?: 1 | 2 | 4;
  /** How tall it is at least, in pixels: kept free until it is drawn, so that nothing jumps. */
  height?: number;
  order?: number;
  when?: (viewer: Viewer) => boolean;
}

/** What the guide to the first calls shows at one of its steps, besides the way to its screen. */
export interface FirstStepPart {
  /** The step's key, as the server's feature names it. */
  step: string;
  part: Lazily;
}

/** A part of what waits for somebody at their desk; it draws itself, as a section with a heading, or nothing. */
export interface WaitingPart {
  id: string;
  part: Lazily;
  /** Smaller stands further up; 100 unless said. */
  order?: number;
  when?: (viewer: Viewer) => boolean;
}

/** What a feature may use outside its components. */
export interface FeatureContext {
  viewer: Viewer;
  /** Goes to a page of the product. */
  go: (address: string) => void;
  /** Opened as a page without what surrounds pages, e.g. on a wall: nobody sits there who could answer. */
  isUnattended?: boolean;
}

/**
 * All a feature tells the shell; its `web/index.ts` exports one. The file itself is in the first load,
 * so of components it holds only `() => import('…')`.
 */
export interface WebFeature {
  /** The folder's name; also the prefix of its texts, where the server's side has no other name (`ServerFeature.name`). */
  name: string;
  /** `textFiles(import.meta.glob('./text/*.json', { import: 'default' }))` */
  text: TextLoader;
  routes: readonly PageRoute[];
  header?: readonly HeaderItem[];
  home?: readonly HomeCard[];
  /** Parts of the guide to the first calls, on the first page. */
  firstSteps?: readonly FirstStepPart[];
  /** What waits for the viewer, shown beside their calls. */
  waiting?: readonly WaitingPart[];
  commands?: readonly Command[];
  /** What the command bar offers for the very words typed into it, e.g. to call a number. */
  offers?: (typed: string) => readonly Command[];
  /** Windows that pages of other features may open, by `useWindow`. */
  windows?: BroughtWindows;
  /** Parts it draws at places of other features' pages, by their names. */
  parts?: SlotParts;
  /**
   * Begins what lives as long as the session, e.g. a socket or polling; the answer ends it.
   * A few lines that every session needs are imported as they are; more is fetched by them.
   */
  start?: (context: FeatureContext) => Promise<() => void> | (() => void);
}

/** Checks a feature's description where it is written. */
export const webFeature = (feature: WebFeature): WebFeature => feature;

/** Makes the texts of a feature present. */
export const ensureFeatureTexts = (feature: Pick<WebFeature, 'name' | 'text'>): Promise<void> =>
  ensureTexts(feature.name, feature.text);

type Module<Props> = { default: ComponentType<Props> };
/** A part as it is fetched, once for all who draw it, and what came. */
interface FetchedPart<Props> {
  module: Promise<Module<Props>>;
  here?: Module<Props>;
}

const fetched = new Map<unknown, FetchedPart<unknown>>();

function partOf<Props>(
  feature: Pick<WebFeature, 'name' | 'text'>,
  load: Lazily<Props>,
  needs: () => Promise<void> = async () => {},
): FetchedPart<Props> {
  const known = fetched.get(load);
  if (known) return known as FetchedPart<Props>;
  const part: FetchedPart<Props> = {
    module: fetchCode(async () => {
      const [module] = await Promise.all([load(), ensureFeatureTexts(feature), needs()]);
      return (part.here = module);
    }),
  };
  fetched.set(load, part as FetchedPart<unknown>);
  return part;
}

/** Fetches what will be drawn soon. Answers whether it came; failing is dealt with where it is drawn. */
export const fetchPart = <Props>(...part: Parameters<typeof partOf<Props>>): Promise<boolean> =>
  partOf(...part).module.then(
    () => true,
    () => false,
  );

/** Whether a part would be drawn at once. */
export const isPartHere = (load: unknown): boolean => fetched.get(load)?.here !== undefined;

const drawn = new Map<unknown, unknown>();

/** A component of a feature, drawn once its code, its feature's texts and whatever else it `needs` are there. The same one every time. */
export function lazily<Props>(
  feature: Pick<WebFeature, 'name' | 'text'>,
  load: Lazily<Props>,
  needs?: () => Promise<void>,
): LazyExoticComponent<ComponentType<Props>> {
  const known = drawn.get(load);
  if (known) return known as LazyExoticComponent<ComponentType<Props>>;
  const made = lazy(() => {
    const { here, module } = partOf(feature, load, needs);
    return here ? answeredAtOnce(here) : module;
  });
  drawn.set(load, made);
  return made;
}

/**
 * What is there is drawn at once. `lazy` hears of it by `then`, and a promise answers a moment later: the place would be drawn empty
 * first, and then wait up to 300 ms, which React does so that places do not flicker.
 */
const answeredAtOnce = <T>(value: T): Promise<T> => {
  const promise = Promise.resolve(value);
  // oxlint-disable-next-line unicorn/no-thenable -- a promise still, for `lazy` alone
  return Object.assign(promise, { then: (answered: (value: T) => never) => answered(value) });
};
