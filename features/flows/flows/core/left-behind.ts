import type { Flow } from '#core/flow/flow.ts';

type Words = Readonly<Record<string, string>>;

/** Everything a flow says, by the step and the place in its settings. */
function wordsOf(flow: Flow): Map<string, Words> {
  const found = new Map<string, Words>();
  const walk = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const { words } = value as { words?: Words };
    if (typeof words === 'object' && words !== null && !Array.isArray(words)) found.set(path, words);
    for (const [name, inside] of Object.entries(value)) walk(inside, `${path}.${name}`);
  };
  for (const node of flow.nodes) walk(node, node.id);
  return found;
}

/**
 * Languages in which something still says what it said before, though it was changed in another. Perhaps that is meant;
 * more often a translation was forgotten. Words that are new in every language are nobody's old text.
 */
export function languagesLeftBehind(before: Flow, after: Flow): Flow['languages'] {
  const old = wordsOf(before);
  const left = new Set<string>();
  for (const [path, words] of wordsOf(after)) {
    const was = old.get(path);
    if (!was) continue;
    const isSame = (language: string): boolean => (words[language] ?? '') === (was[language] ?? '');
    if (after.languages.every(isSame)) continue;
    for (const language of after.languages) if (was[language] && isSame(language)) left.add(language);
  }
  return after.languages.filter((language) => left.has(language));
}
