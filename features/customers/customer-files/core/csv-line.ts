import { harmlessCell } from '#core/csv/formula-cell.ts';

/** One line of a csv file (RFC 4180) whose cells no spreadsheet runs. */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => quoted(harmlessCell(cell))).join(',')}\r\n`;

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
