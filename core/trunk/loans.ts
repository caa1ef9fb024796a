import type { LentLine, LoanTerms } from './trunks.port.ts';

/** The lines that are lent now. */
export const linesOnLoan = (lines: readonly LentLine[], terms: ReadonlyMap<string, LoanTerms>): LentLine[] =>
  lines.flatMap((line) => {
    const loan = terms.get(line.carrier);
    if (!loan) return [line];
    return loan.isWithdrawn ? [] : [{ ...line, name: loan.name, tenantIds: loan.tenantIds }];
  });
