import pg from 'pg';

/*
 * Reads a result of any length by COPY. Rules:
 * 1. COPY takes no parameters, so they are written into the statement, each as one quoted literal of no type yet: what
 *    a parameter would be.
 * 2. Lines come in pieces of about PIECE_BYTES, never cut; a reader that is slow stops the server, not the memory.
 * 3. The end is reached only when the server says how many lines it sent and as many came.
 */

const PIECE_BYTES = 131_072;
/** So many pieces wait for the reader before the server has to. */
const WAITING_MOST = 4;
const NEW_LINE = 10;

/** A value as a statement holds it. */
export function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map(arrayItem).join(',')}}`);
  return pg.escapeLiteral(plain(value));
}

const arrayItem = (value: unknown): string =>
  value === null ? 'null' : `"${plain(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

function plain(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)))
    return String(value);
  throw new Error(`a statement cannot hold a ${typeof value}`);
}

/** A statement with its parameters written in. */
export function withLiterals(statement: string, parameters: readonly unknown[]): string {
  const used = new Set<number>();
  const whole = statement.replace(/\$(\d+)/g, (_, place: string) => {
    used.add(Number(place));
    return literal(parameters[Number(place) - 1]);
  });
  if (used.size !== parameters.length || parameters.some((_, index) => !used.has(index + 1)))
    throw new Error('a parameter is missing in the statement, or one too many is there');
  return whole;
}

/** The lines of `copy (query) to stdout`, in its text format; the connection must be this reader's alone. */
export async function* copyOut(client: pg.ClientBase, query: string): AsyncGenerator<Buffer> {
  const arriving = new Arriving(`copy (${query}) to stdout`);
  client.query(arriving);
  for (;;) {
    const piece = await arriving.next();
    if (piece === null) return;
    yield piece;
  }
}

interface Connection {
  query(text: string): void;
  stream: { pause(): void; resume(): void };
  sync(): void;
}

/** One COPY on its way, in the form the driver asks for. */
class Arriving implements pg.Submittable {
  private readonly statement: string;
  private connection: Connection | null = null;
  private readonly pieces: Buffer[] = [];
  private block = Buffer.allocUnsafe(PIECE_BYTES);
  private used = 0;
  private lines = 0;
  private promised = -1;
  private outcome: { error: Error | null } | null = null;
  private wake: (() => void) | null = null;

  constructor(statement: string) {
    this.statement = statement;
  }

  /** Null after the last one. */
  async next(): Promise<Buffer | null> {
    while (this.pieces.length === 0) {
      if (this.outcome?.error) throw this.outcome.error;
      if (this.outcome) {
        if (this.promised !== this.lines)
          throw new Error(`the database promised ${this.promised} lines and sent ${this.lines}`);
        return null;
      }
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
    const piece = this.pieces.shift()!;
    if (this.pieces.length < WAITING_MOST) this.connection?.stream.resume();
    return piece;
  }

  submit(connection: pg.Connection): void {
    this.connection = connection as unknown as Connection;
    this.connection.query(this.statement);
  }

  /** One line each; the bytes are the driver's, so they are copied. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.used + chunk.length > this.block.length) this.handOver(Math.max(PIECE_BYTES, chunk.length));
    chunk.copy(this.block, this.used);
    this.used += chunk.length;
    if (chunk[chunk.length - 1] === NEW_LINE) this.lines += 1;
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.promised = Number(/^COPY (\d+)$/.exec(text)?.[1] ?? -1);
    this.handOver(0);
  }

  handleError(error: Error): void {
    this.end(error);
  }

  handleReadyForQuery(): void {
    this.end(null);
  }

  /** The driver calls these too; a COPY has no rows. */
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}

  private handOver(nextBytes: number): void {
    if (this.used > 0) this.pieces.push(this.block.subarray(0, this.used));
    this.block = Buffer.allocUnsafe(nextBytes);
    this.used = 0;
    if (this.pieces.length >= WAITING_MOST) this.connection?.stream.pause();
    this.rouse();
  }

  private end(error: Error | null): void {
    this.outcome ??= { error };
    this.connection?.stream.resume();
    this.rouse();
  }

  private rouse(): void {
    this.wake?.();
    this.wake = null;
  }
}
