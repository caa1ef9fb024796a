import { madeOncePer } from './made-once.ts';

/**
 * Messages with values in them, in the part of ICU's syntax that our texts use: `{name}`, `{count, number}`,
 * `{count, plural, =0 {none} one {# call} other {# calls}}`, `{kind, select, mail {…} other {…}}`, and quotes around braces
 * that are meant as such. A whole library for it is an eighth of the sign-in page; a test holds this one beside it, over every text.
 */
type Piece = string | { kind: 'count' } | { kind: 'value' | 'number'; name: string } | Choice;
interface Choice {
  kind: 'plural' | 'select';
  name: string;
  options: ReadonlyMap<string, readonly Piece[]>;
}

export type MessageValues = Readonly<Record<string, unknown>>;
export type FillMessage = (values: MessageValues) => string;

const numbersOf = madeOncePer((language: string) => new Intl.NumberFormat(language));
const rulesOf = madeOncePer((language: string) => new Intl.PluralRules(language));

/** Reads a message once; what comes back fills it in. Throws where the message is not one. */
export function readMessage(message: string, language: string): FillMessage {
  const reader = new MessageReader(message);
  const pieces = reader.pieces(false);
  reader.expectEnd();

  const fill = (inner: readonly Piece[], values: MessageValues, count: number): string =>
    inner.map((piece) => (typeof piece === 'string' ? piece : written(piece, values, count))).join('');
  const written = (piece: Exclude<Piece, string>, values: MessageValues, count: number): string => {
    if (piece.kind === 'count') return numbersOf(language).format(count);
    if (!(piece.name in values)) throw new Error(`Nothing is given for {${piece.name}}.`);
    const value = values[piece.name];
    if (!('options' in piece))
      return piece.kind === 'number' ? numbersOf(language).format(value as number) : shown(value);
    if (piece.kind === 'select') return fill(optionOf(piece, String(value)), values, count);
    const exact = piece.options.get(`=${String(value)}`);
    return fill(exact ?? optionOf(piece, rulesOf(language).select(value as number)), values, value as number);
  };
  return (values) => fill(pieces, values, 0);
}

/** What is not known is not written; a zero is. */
const shown = (value: unknown): string => (value || value === 0 ? String(value) : '');

function optionOf({ name, options }: Choice, wanted: string): readonly Piece[] {
  const option = options.get(wanted) ?? options.get('other');
  if (!option) throw new Error(`{${name}} has no words for ${wanted}.`);
  return option;
}

class MessageReader {
  #at = 0;
  readonly #message: string;
  constructor(message: string) {
    this.#message = message;
  }

  /** Up to the end, or the brace that closes what they stand in. */
  pieces(isCounted: boolean): Piece[] {
    const found: Piece[] = [];
    let words = '';
    const add = (piece: Piece): void => {
      if (words) found.push(words);
      words = '';
      found.push(piece);
    };
    for (; this.#at < this.#message.length;) {
      const sign = this.#message[this.#at]!;
      if (sign === '}') break;
      if (sign === '{') add(this.#argument());
      else if (sign === '#' && isCounted) {
        this.#at += 1;
        add({ kind: 'count' });
      } else words += sign === "'" ? this.#quoted(isCounted) : this.#next();
    }
    if (words) found.push(words);
    return found;
  }

  expectEnd(): void {
    if (this.#at < this.#message.length) this.#fail('a brace too many');
  }

  #next(): string {
    return this.#message[this.#at++]!;
  }

  /** Two quotes are one; before a brace a quote begins what is taken word for word; else it is an apostrophe. */
  #quoted(isCounted: boolean): string {
    this.#at += 1;
    const after = this.#message[this.#at];
    if (after === "'") return this.#next();
    if (after !== '{' && after !== '}' && !(isCounted && after === '#')) return "'";
    let words = '';
    for (; this.#at < this.#message.length;) {
      const sign = this.#next();
      if (sign !== "'") words += sign;
      else if (this.#message[this.#at] === "'") words += this.#next();
      else break;
    }
    return words;
  }

  #argument(): Piece {
    this.#sign('{');
    const name = this.#word();
    if (this.#is('}')) return { name, kind: 'value' };
    this.#sign(',');
    const kind = this.#word();
    if (kind === 'number') {
      this.#sign('}');
      return { name, kind };
    }
    if (kind !== 'plural' && kind !== 'select') return this.#fail(`${kind} is not a kind of value here`);
    this.#sign(',');
    const options = new Map<string, readonly Piece[]>();
    for (; !this.#is('}');) {
      const option = this.#word();
      this.#sign('{');
      options.set(option, this.pieces(kind === 'plural'));
      this.#sign('}');
    }
    if (!options.has('other')) this.#fail(`{${name}} says nothing about other`);
    return { name, kind, options };
  }

  #word(): string {
    const [all, word] = /^\s*([^\s{},]+)\s*/.exec(this.#message.slice(this.#at)) ?? this.#fail('a word is missing');
    this.#at += all!.length;
    return word!;
  }

  /** Whether the sign comes next, which is then behind us. */
  #is(sign: string): boolean {
    const blanks = /^\s*/.exec(this.#message.slice(this.#at))![0].length;
    if (this.#message[this.#at + blanks] !== sign) return false;
    this.#at += blanks + 1;
    return true;
  }

  #sign(sign: string): void {
    if (!this.#is(sign)) this.#fail(`${sign} is missing`);
  }

  #fail(why: string): never {
    throw new Error(`${why} at ${this.#at} of “${this.#message}”`);
  }
}
