import type { LentLine, LoanTerms } from './trunks.port.ts';

/** The lines that are lent now. */
export const linesOnLoan = (lines: readonly LentLine[], terms: ReadonlyMap<string, LoanTerms>): LentLine[] =>
  lines.flatMap((line) => {
    const said = terms.get(line.carrier);
    if (!said) return [line];
    return said.isWithdrawn ? [] : [{ ...line, name: said.name, tenantIds: said.tenantIds }];
  });
