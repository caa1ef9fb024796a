import { sql, type RawBuilder } from 'kysely';

/*
 * Moments in statements. Inside the product a moment is a number of milliseconds, on the wire a text (`shared/wire-time.ts`),
 * in the database a `timestamptz`. Columns that are read as they are come out as the wire writes them, see `open-db.ts`.
 */

/** A moment of the product, for the database. */
export const momentOfMs = (epochMs: number | null): RawBuilder<unknown> =>
  epochMs === null ? sql`null::timestamptz` : sql`to_timestamp(${epochMs / 1_000}::float8)`;

/** The same for rows that were handed to the statement: a column of theirs that holds milliseconds. */
export const momentOfMsColumn = (column: string): RawBuilder<unknown> => sql`to_timestamp(${sql.ref(column)} / 1000.0)`;

/** A moment as the wire writes it, for the database. */
export const momentOfWire = (text: string | null): RawBuilder<unknown> => sql`${text}::timestamp at time zone 'UTC'`;

/** A column of moments, in milliseconds for the product; what the database knows more exactly are their fractions. */
export const msOfColumn = (column: string): RawBuilder<number> =>
  sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;
