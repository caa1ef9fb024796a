import type { LentLine } from './trunks.port.ts';

/** What operators decided about a lent line, over what the settings of the installation say. */
export interface LoanTerms {
  name: string;
  /** Null: to all. */
  tenantIds: readonly number[] | null;
  /** Nobody has it, and it is not open. */
  isWithdrawn: boolean;
}

/** The lines that are lent now. */
export const linesOnLoan = (lines: readonly LentLine[], terms: ReadonlyMap<string, LoanTerms>): LentLine[] =>
  lines.flatMap((line) => {
    const said = terms.get(line.carrier);
    if (!said) return [line];
    return said.isWithdrawn ? [] : [{ ...line, name: said.name, tenantIds: said.tenantIds }];
  });
