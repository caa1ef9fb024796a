import { createRequire } from 'node:module';
import pg from 'pg';

/** A value as the driver writes it to the wire; the driver describes no types of it. */
const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils.js') as {
  prepareValue(value: unknown): unknown;
};

/** A statement with its values. What is `kept` is parsed once per connection, and PostgreSQL may keep its plan: for statements whose plan does not hang on their values. */
export interface Statement {
  text: string;
  values: readonly unknown[];
  kept?: boolean;
}

export interface StatementResult {
  rows: Record<string, unknown>[];
  /** SELECT, INSERT, … */
  command: string;
  /** Rows it touched. */
  count: number;
}

/** Of the driver, as its own classes for cursors use it. */
interface Wire {
  stream: { writable: boolean; write(bytes: Buffer): boolean };
  /** What all of the below end in. */
  _send(message: Buffer): boolean;
  parse(statement: { name: string; text: string }): void;
  bind(values: { statement: string; values: unknown[] }): void;
  describe(what: { type: 'P'; name: string }): void;
  execute(what: object): void;
  close(what: { type: 'S'; name: string }): void;
  sync(): void;
}

type Parse = (text: string) => unknown;

interface Shape {
  columns: readonly { name: string; read: Parse }[];
  /** A row with nothing in it: all rows copied from it have one shape, which the engine reads fast. */
  blank: Record<string, unknown>;
}
const NO_ROWS: Shape = { columns: [], blank: {} };

/** Statements that a connection has parsed, by their text; there are never more. */
const KEPT_MOST = 200;
interface Kept {
  names: Map<string, string>;
  /** What their rows look like: asked for once, as it cannot change while they are kept. */
  shapes: Map<string, Shape>;
  given: number;
  /** Names nobody knows of whether they exist, since something failed beside them. */
  unsure: string[];
}
const keptBy = new WeakMap<Wire, Kept>();

/**
 * Sends statements in one journey and answers when all are done. Outside a transaction they are one by themselves: all
 * happen or none, and what one sets for the transaction holds for the next. The first that fails ends them all.
 */
export function sendPipeline(client: pg.ClientBase, statements: readonly Statement[]): Promise<StatementResult[]> {
  return new Promise<StatementResult[]>((resolve, reject) => {
    // Before anything is sent: a value that cannot be written must not leave half of it on the wire.
    const written = statements.map(({ values }) => values.map((value) => prepareValue(value) as unknown));
    client.query(new Together(statements, written, resolve, reject));
  }).catch((thrown: unknown) => {
    // Where it was asked, not where the answer arrived.
    if (thrown instanceof Error) Error.captureStackTrace(thrown);
    throw thrown;
  });
}

/** Tables changed since a statement was parsed, so that it answers otherwise; or the connection does not know it any more. */
const OUT_OF_DATE = new Set(['0A000', '26000']);
const isOutOfDate = (thrown: unknown): boolean => OUT_OF_DATE.has((thrown as { code?: string }).code ?? '');

/** Thirty messages written one by one cost more than making them, also where they leave together. */
function inOneWrite(wire: Wire, send: () => void): void {
  const messages: Buffer[] = [];
  wire._send = (message) => messages.push(message) > 0;
  try {
    send();
  } finally {
    // The driver's own again.
    delete (wire as Partial<Wire>)._send;
  }
  if (wire.stream.writable) wire.stream.write(Buffer.concat(messages));
}

class Together {
  readonly statements: readonly Statement[];
  readonly #written: unknown[][];
  readonly #resolve: (answers: StatementResult[]) => void;
  readonly #reject: (thrown: unknown) => void;
  readonly #answers: StatementResult[] = [];
  #rows: Record<string, unknown>[] = [];
  /** Of the statement that is being answered, where it was told or is known. */
  #shape: Shape | null = null;
  /** Texts parsed for the first time here. */
  readonly #fresh: string[] = [];
  #kept: Kept | null = null;
  #isOver = false;

  constructor(
    statements: readonly Statement[],
    written: unknown[][],
    resolve: (answers: StatementResult[]) => void,
    reject: (thrown: unknown) => void,
  ) {
    this.statements = statements;
    this.#written = written;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: unknown): void {
    const wire = connection as Wire;
    const kept = keptBy.get(wire) ?? {
      names: new Map<string, string>(),
      shapes: new Map<string, Shape>(),
      given: 0,
      unsure: [],
    };
    keptBy.set(wire, kept);
    this.#kept = kept;
    inOneWrite(wire, () => {
      for (const name of kept.unsure.splice(0)) wire.close({ type: 'S', name });
      for (const [place, { text, kept: isKept = false }] of this.statements.entries()) {
        const known = isKept ? kept.names.get(text) : undefined;
        const statement = known ?? (isKept ? this.#newName(text, kept) : '');
        if (known === undefined) wire.parse({ name: statement, text });
        wire.bind({ statement, values: this.#written[place]! });
        if (known === undefined || !kept.shapes.has(text)) wire.describe({ type: 'P', name: '' });
        wire.execute({});
      }
      wire.sync();
    });
  }

  #newName(text: string, kept: Kept): string {
    if (kept.names.size >= KEPT_MOST) return '';
    const name = `kept${(kept.given += 1)}`;
    kept.names.set(text, name);
    this.#fresh.push(text);
    return name;
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number; format: 'text' }[] }): void {
    this.#shape = {
      columns: fields.map(({ name, dataTypeID }) => ({ name, read: pg.types.getTypeParser(dataTypeID) as Parse })),
      blank: Object.fromEntries(fields.map(({ name }) => [name, null])),
    };
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const { columns, blank } = (this.#shape ??= this.#knownShape());
    const row = { ...blank };
    for (let place = 0; place < fields.length; place += 1) {
      const { name, read } = columns[place]!;
      const text = fields[place]!;
      row[name] = text === null ? null : read(text);
    }
    this.#rows.push(row);
  }

  #knownShape(): Shape {
    return this.#kept!.shapes.get(this.statements[this.#answers.length]!.text)!;
  }

  handleCommandComplete({ text }: { text: string }): void {
    const { text: asked, kept: isKept } = this.statements[this.#answers.length]!;
    const { names, shapes } = this.#kept!;
    if (isKept && names.has(asked) && !shapes.has(asked)) shapes.set(asked, this.#shape ?? NO_ROWS);
    const words = text.split(' ');
    this.#answers.push({ rows: this.#rows, command: words[0]!, count: Number(words.at(-1)) || 0 });
    this.#rows = [];
    this.#shape = null;
  }

  handleReadyForQuery(): void {
    if (!this.#isOver) this.#resolve(this.#answers);
    this.#isOver = true;
  }

  handleError(thrown: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const text of isOutOfDate(thrown) ? this.statements.map((statement) => statement.text) : this.#fresh)
      this.#forget(text);
    this.#reject(thrown);
  }

  #forget(text: string): void {
    const name = this.#kept?.names.get(text);
    if (!this.#kept || name === undefined) return;
    this.#kept.names.delete(text);
    this.#kept.shapes.delete(text);
    this.#kept.unsure.push(name);
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}
  handleCopyData(): void {}
}
