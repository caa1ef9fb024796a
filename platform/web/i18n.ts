import { languageFor, languages, type Language } from '#shared/languages.ts';
import { readMessage, type FillMessage } from '#shared/message-format.ts';
import type codeTexts from '#shared/codes/text/en-US.json';
import type pageCodeTexts from '#shared/codes/pages/text/en-US.json';
import type failureTexts from '#shared/text/en-US.json';
import type en from './text/en-US.json';
import { choice } from './session.ts';
import { createStore } from './store.ts';
import { useStore } from './use-store.ts';

/**
 * Every text the pages know. A feature adds its own, in its `web/index.ts`:
 *
 *   import type en from './text/en-US.json';
 *   declare module '#platform/web/i18n.ts' { interface Texts extends Readonly<typeof en> {} }
 */
export interface Texts
  extends
    Readonly<typeof en>,
    Readonly<typeof failureTexts>,
    Readonly<typeof codeTexts>,
    Readonly<typeof pageCodeTexts> {}
export type TextKey = keyof Texts & string;

/** What an ICU message is filled with. */
export type TextValues = Record<string, string | number | boolean | Date | null | undefined>;
/** Brings the texts of one part of the product in one language. */
export type TextLoader = (language: Language) => Promise<Record<string, string>>;
/** A typed key, with values for its ICU arguments. */
export type TextOf = (key: TextKey, values?: TextValues) => string;

/**
 * The loader over a folder of files named after their language, each fetched when its language is needed:
 * `textFiles(import.meta.glob('./text/*.json', { import: 'default' }))`.
 */
export function textFiles(files: Record<string, () => Promise<unknown>>): TextLoader {
  return async (language) => {
    const load = files[Object.keys(files).find((path) => /([\w-]+)\.\w+$/.exec(path)?.[1] === language) ?? ''];
    return ((await load?.()) ?? {}) as Record<string, string>;
  };
}

/** Several files as one. */
export const textsOfAll =
  (...parts: TextLoader[]): TextLoader =>
  async (language) =>
    Object.assign({}, ...(await Promise.all(parts.map((part) => part(language))))) as Record<string, string>;

const loaders = new Map<string, TextLoader>();
const pending = new Map<string, Promise<void>>();
const messages = Object.fromEntries(languages.map((one) => [one, new Map()])) as Record<Language, Map<string, string>>;
const parsed = new Map<string, FillMessage>();
const strict = import.meta.env.DEV || import.meta.env.MODE === 'test';
const shown = createStore(languageFor([choice.get('language') ?? '', ...navigator.languages]));

/** The language the page is shown in. */
export const language: () => Language = shown.get;

/** A text with nothing to fill in needs no parsing; most are so. */
const isPlain = (message: string) => !/[{}']/.test(message);

function fill(key: string, message: string, values: TextValues): string {
  const id = `${language()} ${key}`;
  let read = parsed.get(id);
  if (!read) parsed.set(id, (read = readMessage(message, language())));
  return read(values);
}

function bring(name: string, wanted: Language): Promise<void> {
  const id = `${wanted} ${name}`;
  const running = pending.get(id);
  if (running) return running;
  const work = loaders.get(name)!(wanted).then(
    (found) => {
      for (const [key, message] of Object.entries(found)) messages[wanted].set(key, message);
    },
    (error: unknown) => {
      pending.delete(id);
      throw error;
    },
  );
  pending.set(id, work);
  return work;
}

/** Makes the texts of one part of the product present, now and after every change of language. */
export async function ensureTexts(name: string, loader: TextLoader): Promise<void> {
  loaders.set(name, loader);
  for (let wanted = language(); ; wanted = language()) {
    await bring(name, wanted);
    if (wanted === language()) return;
  }
}

/**
 * Shows the page in another language. The texts of everything on the page come first, then
 * the words change in place: nothing is mounted again and no key is ever seen.
 */
export async function changeLanguage(wanted: Language): Promise<void> {
  choice.set('language', wanted);
  // A part that arrives meanwhile belongs to the page too.
  for (let known = -1; known !== loaders.size;) {
    known = loaders.size;
    await Promise.all([...loaders.keys()].map((name) => bring(name, wanted)));
  }
  // Somebody chose again while these were on their way: the last choice counts.
  if (choice.get('language') !== wanted || language() === wanted) return;
  document.documentElement.lang = wanted;
  shown.set(wanted);
}

/** The text of a key that comes from a table or the server, where the compiler cannot check it. */
export function textOf(key: string, values: TextValues = {}): string {
  const message = messages[language()].get(key);
  if (message === undefined) {
    if (strict) throw new Error(`There is no text ${key} in ${language()}; is its feature loaded?`);
    return key;
  }
  if (isPlain(message)) return message;
  try {
    return fill(key, message, values);
  } catch (error) {
    if (strict) throw new Error(`The text ${key} cannot be filled in ${language()}.`, { cause: error });
    return message;
  }
}

/** True when a text is there: for keys made from values the server may extend. */
export const hasText = (key: string): boolean => messages[language()].has(key);

/** The text of a key outside components. */
export const text: TextOf = textOf as TextOf;

/** `t` for a component, which is drawn again when the language changes. */
export function useText(): TextOf {
  useLanguage();
  return text;
}

/** The language of the page, for a component. */
export const useLanguage = (): Language => useStore(shown);

/** Says which language the page is in. */
export const startLanguage = (): void => void (document.documentElement.lang = language());

/** Brings the texts every page needs, in one file: the kit's own, notices, and what is said when nothing answers. */
export async function startTexts(): Promise<void> {
  startLanguage();
  await ensureTexts('ui', textFiles(import.meta.glob('./words/*.ts', { import: 'default' })));
}
