/** A row of a file: where it begins, counted from 1, and its cells as text. */
export interface FileRow {
  line: number;
  cells: string[];
  /** A quotation mark that is never closed: the cells are the line as it stands. */
  isBroken?: true;
}

/** Longer than any row worth having: behind it a quotation mark counts as never closed. */
const RECORD_MOST = 2_000_000;

/**
 * Reads separated values piece by piece (RFC 4180): cells in quotation marks may hold delimiters and line ends; a mark inside an
 * unquoted cell is a letter. Lines end with LF, CRLF or, where a file has no LF at first, CR. Empty lines are no rows.
 */
export function csvRows(delimiter: string, newline = '\n') {
  let rest = '';
  let line = 1;

  /** Reads one record at `from` that has quotation marks; null when its end is not there yet. */
  function quoted(
    text: string,
    from: number,
    isLast: boolean,
  ): { cells: string[]; next: number; lines: number } | null {
    const cells: string[] = [];
    let at = from;
    let lines = 0;
    for (;;) {
      let cell: string;
      if (text[at] === '"') {
        cell = '';
        let begin = at + 1;
        for (;;) {
          const mark = text.indexOf('"', begin);
          if (mark < 0) return null;
          if (mark + 1 === text.length && !isLast) return null;
          cell += text.slice(begin, mark);
          if (text[mark + 1] !== '"') {
            at = mark + 1;
            break;
          }
          cell += '"';
          begin = mark + 2;
        }
        lines += countOf(cell, newline);
      } else cell = '';
      // Letters behind a closing mark belong to the cell, as spreadsheets have it.
      const stop = text.indexOf(delimiter, at);
      const end = text.indexOf(newline, at);
      if (end < 0 && !isLast) return null;
      const lineEnd = end < 0 ? text.length : end;
      if (stop >= 0 && stop < lineEnd) {
        cells.push(cell + text.slice(at, stop));
        at = stop + 1;
        continue;
      }
      const tail = text.slice(at, lineEnd);
      cells.push(cell + (tail.endsWith('\r') ? tail.slice(0, -1) : tail));
      return { cells, next: lineEnd + 1, lines: lines + 1 };
    }
  }

  function take(text: string, isLast: boolean): FileRow[] {
    const rows: FileRow[] = [];
    let at = 0;
    let mark = text.indexOf('"');
    while (at < text.length) {
      const end = text.indexOf(newline, at);
      if (end < 0 && !isLast) break;
      const lineEnd = end < 0 ? text.length : end;
      if (mark >= 0 && mark < at) mark = text.indexOf('"', at);
      if (mark < 0 || mark > lineEnd) {
        const stop = lineEnd > at && text[lineEnd - 1] === '\r' ? lineEnd - 1 : lineEnd;
        if (stop > at) rows.push({ line, cells: text.slice(at, stop).split(delimiter) });
        line += 1;
        at = lineEnd + 1;
        continue;
      }
      const record = quoted(text, at, isLast);
      if (record) {
        rows.push({ line, cells: record.cells });
        line += record.lines;
        at = record.next;
        continue;
      }
      if (!isLast && text.length - at < RECORD_MOST) break;
      rows.push({ line, cells: [text.slice(at, lineEnd)], isBroken: true });
      line += 1;
      at = lineEnd + 1;
    }
    rest = at < text.length ? text.slice(at) : '';
    return rows;
  }

  return {
    /** The rows that are complete by now. */
    push: (text: string): FileRow[] => take(rest + text, false),
    end: (): FileRow[] => take(rest, true),
  };
}

function countOf(text: string, letter: string): number {
  let count = 0;
  for (let at = text.indexOf(letter); at >= 0; at = text.indexOf(letter, at + 1)) count += 1;
  return count;
}

const DELIMITERS = [',', ';', '\t', '|'];
const LOOKED_AT = 100;

/** What separates the cells of this beginning of a file: what splits most rows into the same number of cells. */
export function delimiterOf(text: string): string {
  const declared = /^sep=(.)\r?\n/i.exec(text)?.[1];
  if (declared) return declared;
  let best = { delimiter: ',', rows: 0, cells: 1 };
  for (const delimiter of DELIMITERS) {
    const counts = new Map<number, number>();
    // The last row may be cut off.
    for (const { cells } of csvRows(delimiter, newlineOf(text))
      .push(text.endsWith('\n') ? text : `${text}\n`)
      .slice(0, LOOKED_AT))
      if (cells.length > 1) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
    for (const [cells, rows] of counts)
      if (rows > best.rows || (rows === best.rows && cells > best.cells)) best = { delimiter, rows, cells };
  }
  return best.delimiter;
}

/** What ends the lines of this beginning of a file. */
export const newlineOf = (text: string): string => (!text.includes('\n') && text.includes('\r') ? '\r' : '\n');
