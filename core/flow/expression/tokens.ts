/** `word` is a name or a function; `and`, `or`, `not`, `true` and `false` are signs. */
export type Token =
  | { is: 'number'; value: number; at: number }
  | { is: 'text'; value: string; at: number }
  | { is: 'word' | 'sign'; value: string; at: number };

export const MAX_LENGTH = 500;

const SIGNS = ['<=', '>=', '==', '!=', '<>', '<', '>', '=', '+', '-', '*', '/', '%', '(', ')', ','];
const WORD_SIGNS = new Set(['and', 'or', 'not', 'true', 'false']);

/** Takes an expression apart; a number is where it cannot be read. */
export function tokensOf(text: string): Token[] | { at: number } {
  if (text.length > MAX_LENGTH) return { at: MAX_LENGTH };
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const space = /^\s+/.exec(rest)?.[0];
    const number = /^\d{1,15}(?:\.\d{1,10})?/.exec(rest)?.[0];
    const word = /^[A-Za-z][A-Za-z0-9_]*/.exec(rest)?.[0];
    const quoted = /^"((?:[^"\\]|\\.)*)"|^'((?:[^'\\]|\\.)*)'/.exec(rest);
    const sign = SIGNS.find((candidate) => rest.startsWith(candidate));
    if (space) at += space.length;
    else if (number) at += push(tokens, { is: 'number', value: Number(number), at }, number);
    else if (quoted)
      at += push(tokens, { is: 'text', value: (quoted[1] ?? quoted[2] ?? '').replace(/\\(.)/g, '$1'), at }, quoted[0]);
    else if (word)
      at += push(
        tokens,
        {
          is: WORD_SIGNS.has(word.toLowerCase()) ? 'sign' : 'word',
          value: WORD_SIGNS.has(word.toLowerCase()) ? word.toLowerCase() : word,
          at,
        },
        word,
      );
    else if (sign)
      at += push(tokens, { is: 'sign', value: sign === '=' ? '==' : sign === '<>' ? '!=' : sign, at }, sign);
    else return { at };
  }
  return tokens;
}

const push = (tokens: Token[], token: Token, written: string): number => {
  tokens.push(token);
  return written.length;
};
