/** Groups in the sheets a wall shows one after another. The last one is filled from the front, so that no sheet is half empty. */
export function sheetsOf<Row>(rows: readonly Row[], perSheet: number): Row[][] {
  if (rows.length <= perSheet) return rows.length === 0 ? [] : [[...rows]];
  const sheets: Row[][] = [];
  for (let from = 0; from < rows.length; from += perSheet)
    sheets.push(Array.from({ length: perSheet }, (_, index) => rows[(from + index) % rows.length]!));
  return sheets;
}

/** Beside how many others a group stands, so that a wide screen is filled. */
export const columnsFor = (groups: number): number =>
  groups <= 3 ? Math.max(1, groups) : Math.ceil(Math.sqrt(groups));

/** Which sheet is shown at a moment: all walls show the same one, and nothing has to be counted. */
export const sheetAt = (nowMs: number, everySec: number, sheets: number): number =>
  sheets <= 1 ? 0 : Math.floor(nowMs / (everySec * 1_000)) % sheets;
