/** What stands for a name in a quick reply. */
export interface QuickFacts {
  name: string;
  agent: string;
  company: string;
}

/** A quick reply with its variables filled in; of an unknown name the gap is closed. */
export const fillQuickText = (text: string, facts: QuickFacts): string =>
  text.replace(/ ?\{(name|agent|company)\}/g, (whole, key: keyof QuickFacts) =>
    facts[key] === '' ? '' : `${whole.startsWith(' ') ? ' ' : ''}${facts[key]}`,
  );

/** What is typed after a slash at the beginning, or after an `@` before the caret; null while neither is typed. */
export function typedCommand(text: string, caret: number): { sign: '/' | '@'; words: string; from: number } | null {
  const before = text.slice(0, caret);
  const slash = /^\/(\S{0,30})$/.exec(before);
  if (slash) return { sign: '/', words: slash[1]!, from: 0 };
  const at = /(?:^|\s)@(\S{0,30})$/.exec(before);
  return at ? { sign: '@', words: at[1]!, from: caret - at[1]!.length - 1 } : null;
}

interface Quick {
  shortcut: string;
  text: string;
}

/** Replies by shortcut first, then by what they say. */
export function findQuick<Q extends Quick>(replies: readonly Q[], words: string): Q[] {
  const wanted = words.toLowerCase();
  const by = (test: (reply: Q) => boolean): Q[] => replies.filter(test);
  const starts = by(({ shortcut }) => shortcut.toLowerCase().startsWith(wanted));
  return [
    ...starts,
    ...by((reply) => !starts.includes(reply) && `${reply.shortcut} ${reply.text}`.toLowerCase().includes(wanted)),
  ];
}
