/** A spreadsheet takes a cell that starts with one of these for a formula and runs it; the wide ones of East Asia too. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** Text as a csv file may hold it: what would be run gets an apostrophe in front, and so does what looks as if it had got one. */
export const harmlessCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** The text of a cell as it was before `harmlessCell`: for reading our own files again. */
export const cellText = (cell: string): string => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell);
