import type { ReactNode } from 'react';

/** A column of a table. */
export interface Column<Row> {
  id: string;
  /** In the user's language. */
  header: string;
  cell: (row: Row) => ReactNode;
  /** The name the server sorts by, or true if it is the id. */
  sort?: string | true;
  width?: number;
  align?: 'end';
  /** Hidden until the user asks for it. */
  hidden?: boolean;
  /** The same where beside the rail there is little room, so that what rows are told apart by needs no scrolling. */
  wide?: boolean;
  /** Cannot be hidden. */
  required?: boolean;
  /** On a phone a row is a card: its first column is the title, with what stands `beside` it; `none` leaves a column out, the rest are lines. */
  card?: 'title' | 'beside' | 'none';
}

export const sortName = (column: Column<never>): string | null =>
  column.sort === true ? column.id : (column.sort ?? null);
