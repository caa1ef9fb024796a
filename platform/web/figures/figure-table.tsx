import { ArrowDown, ArrowUp } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { sortAfterClick, sortedByFigure, type FigureSort } from './sort-figures.ts';
import '../ui/table/data-table.css';
import './figure-table.css';

/** A figure every row has: what it is called and means, what rows are sorted by, and how it is written. */
export interface FigureColumn<Row> {
  name: string;
  title: string;
  hint: string;
  value: (row: Row) => number | null;
  cell: (row: Row) => ReactNode;
}

/** What a row is about. */
export interface NamedRow {
  key: string;
  name: string;
}

interface FigureTableProps<Row extends NamedRow> {
  label: string;
  hint?: string | undefined;
  /** Of what the first column is. */
  first: string;
  columns: readonly FigureColumn<Row>[];
  /** In the order given until somebody sorts; among equals, also then. */
  rows: readonly Row[];
  /** The column whose largest figures the order given begins with. */
  sortedBy?: string;
  /** What the head of a column is called: `Sort by …`. */
  sortLabel: (title: string) => string;
  /** Rows are pressed to see what is behind them. */
  onOpen?: (row: Row) => void;
  /** How much of the most a row has, from 0 to 1; drawn below its name. */
  shareOf?: (row: Row) => number;
}

/** Figures of a few things beside one another, sorted by any of them. */
export function FigureTable<Row extends NamedRow>({
  label,
  hint,
  first,
  columns,
  rows,
  sortedBy,
  sortLabel,
  onOpen,
  shareOf,
}: FigureTableProps<Row>) {
  const explanation = useId();
  const [sort, setSort] = useState<FigureSort | null>(sortedBy === undefined ? null : { by: sortedBy, up: false });
  const column = columns.find(({ name }) => name === sort?.by);
  const sorted = sort && column ? sortedByFigure(rows, column.value, sort.up) : rows;
  return (
    <div className="table-scroll figure-table">
      {hint && (
        <span id={explanation} hidden>
          {hint}
        </span>
      )}
      <table aria-label={label} aria-describedby={hint ? explanation : undefined}>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {columns.map((one) => (
              <ColumnHead
                key={one.name}
                column={one}
                label={sortLabel(one.title)}
                sorted={sort?.by === one.name ? (sort.up ? 'ascending' : 'descending') : 'none'}
                onSort={() => setSort(sortAfterClick(sort, one.name))}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <tr key={row.key} {...(onOpen && { 'data-open': true, onClick: () => onOpen(row) })}>
              <th scope="row">
                {onOpen ? <OpeningName name={row.name} onOpen={() => onOpen(row)} /> : row.name}
                {shareOf && (
                  <span className="figure-share" aria-hidden>
                    <i style={{ width: `${shareOf(row) * 100}%` }} />
                  </span>
                )}
              </th>
              {columns.map(({ name, cell }) => (
                <td key={name} data-align="end" className="figures">
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ColumnHeadProps {
  column: Pick<FigureColumn<never>, 'title' | 'hint'>;
  label: string;
  sorted: 'ascending' | 'descending' | 'none';
  onSort: () => void;
}

function ColumnHead({ column: { title, hint }, label, sorted, onSort }: ColumnHeadProps) {
  return (
    <th scope="col" data-align="end" aria-sort={sorted}>
      <button type="button" className="figure-sort" data-hint={hint} aria-label={label} onClick={onSort}>
        {title}
        {sorted === 'ascending' && <ArrowUp size={12} aria-hidden />}
        {sorted === 'descending' && <ArrowDown size={12} aria-hidden />}
      </button>
    </th>
  );
}

/** For keyboards; the row around it hears the pointer, and must not hear it twice. */
const OpeningName = ({ name, onOpen }: { name: string; onOpen: () => void }) => (
  <button type="button" className="figure-name" onClick={(event) => (event.stopPropagation(), onOpen())}>
    {name}
  </button>
);
