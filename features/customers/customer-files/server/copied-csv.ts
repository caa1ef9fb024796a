import { csvCell, type Cell } from '#platform/server/csv.ts';
import { fieldText } from './copied-rows.ts';

/*
 * Writes COPY's text as lines of csv, byte by byte and without making texts of them. Rules:
 * 1. `cell` says what stands in a file. A shape is a promise that most fields can be written without asking it:
 *    text as it is, numbers `{a,b}` as `+a; +b`, a moment as its quarter of an hour tells, anything else as it was told before.
 * 2. Whatever is not plain (quotes, commas, what a spreadsheet would run, what COPY escapes) is asked for.
 * 3. There is always room for what plain fields become: twice what is still to be read.
 */

export type CopiedShape = 'text' | 'numbers' | 'moment' | 'other';

export interface CopiedColumn {
  shape: CopiedShape;
  /** What a csv file shows of a field, which COPY wrote; nothing is empty text. */
  cell(field: string): Cell;
}

/** Writes a piece of whole lines, each with one field more than there are columns, as csv. */
export function csvWriter(columns: readonly CopiedColumn[]): (piece: Buffer) => Buffer {
  const lines = new Lines(columns);
  return (piece) => lines.write(piece);
}

const [
  TAB,
  NEW_LINE,
  RETURN,
  SPACE,
  QUOTE,
  APOSTROPHE,
  PLUS,
  COMMA,
  MINUS,
  ZERO,
  NINE,
  COLON,
  SEMICOLON,
  EQUALS,
  AT,
  NOTHING,
  BACKSLASH,
  OPEN,
  CLOSE,
] = [9, 10, 13, 32, 34, 39, 43, 44, 45, 48, 57, 58, 59, 61, 64, 78, 92, 123, 125];
/** Begins the wide forms of = + - @ in UTF-8, and other letters nobody misses. */
const WIDE = 0xef;
const SPARE = 64;

const tableOf = (except: readonly number[]): Uint8Array =>
  Uint8Array.from({ length: 256 }, (_, byte) => (except.includes(byte) ? 0 : 1));
/** Bytes that may begin a cell, and bytes that may go on one, as they are. */
const begins = tableOf([APOSTROPHE, PLUS, MINUS, EQUALS, AT, BACKSLASH, WIDE]);
const goesOn = tableOf([TAB, NEW_LINE, QUOTE, COMMA, BACKSLASH]);

/** So many different fields of a column are remembered: a place each, the last one stays. */
const PLACES = 4_096;
const SHORT = 64;
interface WrittenField {
  field: Uint8Array;
  written: Uint8Array;
}

const MOMENTS = 16_384;
const [MOMENT_LETTERS, HOUR_LETTERS] = [19, 13];

class Lines {
  private readonly columns: readonly CopiedColumn[];
  private readonly writtenFields: (WrittenField | undefined)[][];
  /** For each quarter of an hour that was met: which one, and the wall's hour and minute at its beginning. */
  private readonly quarters: { met: Int32Array; hours: Uint8Array; minutes: Uint8Array }[];
  private from: Buffer = Buffer.alloc(0);
  private read = 0;
  private to: Buffer = this.from;
  private at = 0;

  constructor(columns: readonly CopiedColumn[]) {
    this.columns = columns;
    this.writtenFields = columns.map(({ shape }) =>
      shape === 'other' ? Array.from({ length: PLACES }, (): WrittenField | undefined => undefined) : [],
    );
    this.quarters = columns.map(({ shape }) => {
      const places = shape === 'moment' ? MOMENTS : 0;
      return {
        met: new Int32Array(places),
        hours: new Uint8Array(places * HOUR_LETTERS),
        minutes: new Uint8Array(places),
      };
    });
  }

  write(piece: Buffer): Buffer {
    this.from = piece;
    this.read = 0;
    this.to = Buffer.allocUnsafe(piece.length * 2 + SPARE);
    this.at = 0;
    while (this.read < piece.length) {
      for (let place = 0; place < this.columns.length; place += 1) {
        if (place > 0) this.to[this.at++] = COMMA;
        if (!this.plain(place)) this.ask(place);
        this.read += 1;
      }
      this.read = piece.indexOf(NEW_LINE, this.read) + 1;
      this.to[this.at++] = RETURN;
      this.to[this.at++] = NEW_LINE;
    }
    return this.to.subarray(0, this.at);
  }

  /** Writes a field if that is possible without asking (rule 1), and stands at its end. */
  private plain(place: number): boolean {
    const { shape } = this.columns[place]!;
    if (shape === 'other') return this.known(place);
    const { from, read } = this;
    if (from[read] === BACKSLASH) {
      if (from[read + 1] !== NOTHING || (from[read + 2] !== TAB && from[read + 2] !== NEW_LINE)) return false;
      this.read += 2;
      return true;
    }
    if (shape === 'text') return this.text();
    return shape === 'numbers' ? this.numbers() : this.moment(place);
  }

  private text(): boolean {
    const { from, to } = this;
    let [read, at] = [this.read, this.at];
    let byte = from[read]!;
    if (begins[byte] === 0) return false;
    while (goesOn[byte] === 1) {
      to[at++] = byte;
      byte = from[++read]!;
    }
    if (byte !== TAB && byte !== NEW_LINE) return false;
    this.read = read;
    this.at = at;
    return true;
  }

  private numbers(): boolean {
    const { from, to } = this;
    let [read, at] = [this.read, this.at];
    if (from[read] !== OPEN) return false;
    let byte = from[++read]!;
    if (byte !== CLOSE) {
      to[at++] = APOSTROPHE;
      to[at++] = PLUS;
    }
    for (; byte !== CLOSE; byte = from[++read]!) {
      if (byte >= ZERO && byte <= NINE) to[at++] = byte;
      else if (byte !== COMMA) return false;
      else {
        to[at++] = SEMICOLON;
        to[at++] = SPACE;
        to[at++] = PLUS;
      }
    }
    this.read = read + 1;
    this.at = at;
    return true;
  }

  private moment(place: number): boolean {
    const { from, to, read, at } = this;
    if (
      from[read + 4] !== MINUS ||
      from[read + 7] !== MINUS ||
      from[read + 10] !== SPACE ||
      from[read + 13] !== COLON ||
      from[read + 16] !== COLON
    )
      return false;
    const two = (letter: number): number => from[read + letter]! * 10 + from[read + letter + 1]! - ZERO * 11;
    const minute = two(14);
    const quarter = (minute / 15) | 0;
    const which = ((((two(0) * 100 + two(2)) * 12 + two(5)) * 32 + two(8)) * 24 + two(11)) * 4 + quarter;
    const { met, hours, minutes } = this.quarters[place]!;
    const kept = which % MOMENTS;
    if (met[kept] !== which && !this.meet(place, which, kept, quarter)) return false;
    for (let letter = 0; letter < HOUR_LETTERS; letter += 1) to[at + letter] = hours[kept * HOUR_LETTERS + letter]!;
    const shown = minutes[kept]! + minute - quarter * 15;
    to[at + 13] = COLON;
    to[at + 14] = ZERO + ((shown / 10) | 0);
    to[at + 15] = ZERO + (shown % 10);
    for (let letter = 16; letter < MOMENT_LETTERS; letter += 1) to[at + letter] = from[read + letter]!;
    this.at = at + MOMENT_LETTERS;
    this.read = this.endFrom(read + MOMENT_LETTERS);
    return true;
  }

  /** Asks what the wall showed at the beginning of a quarter; false where that does not tell the rest of it. */
  private meet(place: number, which: number, kept: number, quarter: number): boolean {
    const hour = this.from.toString('latin1', this.read, this.read + HOUR_LETTERS);
    const shown = String(this.columns[place]!.cell(`${hour}:${String(quarter * 15).padStart(2, '0')}:00`));
    const minute = Number(shown.slice(14, 16));
    if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:00$/.test(shown) || minute > 45) return false;
    const { met, hours, minutes } = this.quarters[place]!;
    met[kept] = which;
    for (let letter = 0; letter < HOUR_LETTERS; letter += 1)
      hours[kept * HOUR_LETTERS + letter] = shown.charCodeAt(letter);
    minutes[kept] = minute;
    return true;
  }

  private known(place: number): boolean {
    const { from, read: begin } = this;
    let [read, hash] = [begin, 0];
    for (let byte = from[read]!; byte !== TAB && byte !== NEW_LINE; byte = from[++read]!)
      hash = Math.imul(hash ^ byte, 0x01000193);
    const columnFields = this.writtenFields[place]!;
    const kept = (hash ^ (hash >>> 15)) & (PLACES - 1);
    const known = columnFields[kept];
    if (known && known.field.length === read - begin) {
      const { field, written } = known;
      let same = 0;
      while (same < field.length && field[same] === from[begin + same]) same += 1;
      if (same === field.length) {
        this.makeRoom(written.length);
        const { to, at } = this;
        for (let place = 0; place < written.length; place += 1) to[at + place] = written[place]!;
        this.at = at + written.length;
        this.read = read;
        return true;
      }
    }
    const began = this.ask(place);
    if (read - begin <= SHORT)
      columnFields[kept] = {
        field: Uint8Array.prototype.slice.call(from, begin, read),
        written: Uint8Array.prototype.slice.call(this.to, began, this.at),
      };
    return true;
  }

  /** The long way; answers where the cell begins. */
  private ask(place: number): number {
    const end = this.endFrom(this.read);
    const cell = csvCell(this.columns[place]!.cell(fieldText(this.from.toString('utf8', this.read, end))));
    this.read = end;
    const bytes = Buffer.byteLength(cell);
    this.makeRoom(bytes);
    const began = this.at;
    this.at += this.to.write(cell, began);
    return began;
  }

  private endFrom(read: number): number {
    const { from } = this;
    while (from[read] !== TAB && from[read] !== NEW_LINE) read += 1;
    return read;
  }

  private makeRoom(bytes: number): void {
    const wanted = this.at + bytes + 2 * (this.from.length - this.read) + SPARE;
    if (wanted <= this.to.length) return;
    const larger = Buffer.allocUnsafe(Math.max(wanted, this.to.length * 2));
    this.to.copy(larger, 0, 0, this.at);
    this.to = larger;
  }
}
