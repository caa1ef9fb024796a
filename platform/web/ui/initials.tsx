import type { ReactNode } from 'react';
import './badges.css';

const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/** The letters that stand for a name: first and last word, or the last character of a Chinese name. */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s._@-]+/)
    .filter(Boolean);
  const [first] = words;
  if (!first) return '?';
  if (CJK.test(first)) return [...first].at(-1)!;
  const last = words.length > 1 ? words.at(-1)! : '';
  return ([...first][0]! + ([...last][0] ?? '')).toUpperCase();
}

const tintOf = (name: string) => [...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 997, 7) % 5;

/** A person as letters on a tint that is the same everywhere. Decoration: the name stands beside it. */
export const Initials = ({ name, size = 30 }: { name: string; size?: number }) => (
  <span
    className="initials"
    aria-hidden
    data-tint={tintOf(name)}
    style={{ width: size, height: size, fontSize: Math.round(size * 0.4) }}
  >
    {initialsOf(name)}
  </span>
);

/** A person in a table or list. */
export const PersonCell = ({ name, detail, size = 30 }: { name: string; detail?: ReactNode; size?: number }) => (
  <div className="person">
    <Initials name={name} size={size} />
    <div style={{ minWidth: 0 }}>
      <b>{name}</b>
      {detail && <small>{detail}</small>}
    </div>
  </div>
);
