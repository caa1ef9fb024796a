import type { Tone } from '#shared/codes.ts';
import { hasText, textOf, useLanguage } from '../i18n.ts';
import './badges.css';

/** As much of a code table as showing one of its rows needs. */
interface Labels {
  has: (code: number | string) => boolean;
  rows: readonly { code: number | string; key: string; tone?: Tone }[];
}

/** A state in words and colour: a tinted tag, or a dot before plain words in tables. */
export const Badge = ({
  tone = 'grey',
  look = 'tag',
  children,
}: {
  tone?: Tone | undefined;
  look?: 'tag' | 'dot';
  children: React.ReactNode;
}) => (
  <span className={`badge badge-${look}`} data-tone={tone}>
    {children}
  </span>
);

/** The label of a code; a code from a newer server is shown as it is. */
export function codeLabel(table: Labels, code: number | string): string {
  const key = table.rows.find((row) => row.code === code)?.key;
  return key && hasText(key) ? textOf(key) : String(code);
}

/** The label and colour of a code. */
export function CodeBadge({
  table,
  code,
  look = 'dot',
}: {
  table: Labels;
  code: number | string | null | undefined;
  look?: 'tag' | 'dot';
}) {
  useLanguage();
  if (code === null || code === undefined) return <span aria-hidden>–</span>;
  const row = table.rows.find((one) => one.code === code);
  return (
    <Badge tone={row?.tone} look={look}>
      {codeLabel(table, code)}
    </Badge>
  );
}

/** The rows of a table as choices of a Select: `{value, label}` in the user's language. */
export const codeChoices = (
  table: Labels,
  only?: (code: number | string) => boolean,
): { value: string; label: string }[] =>
  table.rows
    .filter((row) => !only || only(row.code))
    .map((row) => ({ value: String(row.code), label: codeLabel(table, row.code) }));
