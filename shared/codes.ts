import { z } from 'zod';

/** Colours that mean a state; the theme turns them into pixels. */
export type Tone = 'green' | 'red' | 'grey' | 'warning' | 'blue' | 'violet';

interface Row {
  code: number | string;
  /** Key of the label in `shared/codes/text/<lang>.json`; in `shared/codes/pages/text` where pages alone show it. */
  key: string;
  tone?: Tone;
}

/**
 * A named set of codes. Code writes the name, the wire and the database carry
 * the code, and everything shown for it (label, colour) sits in the same row.
 */
export function codes<const T extends Record<string, Row>>(table: T) {
  type Code = T[keyof T]['code'];
  const rows = Object.values(table) as T[keyof T][];
  const byCode = new Map<number | string, T[keyof T]>(rows.map((row) => [row.code, row]));
  const byName = Object.fromEntries(Object.entries(table).map(([name, row]) => [name, row.code]));

  return {
    ...(byName as { [K in keyof T]: T[K]['code'] }),
    rows,
    schema: z.literal([...byCode.keys()] as Code[]),
    has: (code: number | string): code is Code => byCode.has(code),
    row: (code: Code): T[keyof T] => byCode.get(code)!,
  };
}

/** The codes a table allows: `CodeOf<typeof AgentStatus>` is `0 | 61 | … | 67`. */
export type CodeOf<T extends { rows: readonly Row[] }> = T['rows'][number]['code'];
