import { useId, type ReactNode } from 'react';
import { Link } from 'react-router';
import './figure-tile.css';

/** The figures of a report, side by side. */
export const FigureTiles = ({ children }: { children: ReactNode }) => <div className="figure-tiles">{children}</div>;

interface FigureTileProps {
  title: string;
  /** What the figure means; said when one points at it. */
  hint: string;
  value: ReactNode;
  note?: ReactNode;
  /** More about it, below the note. */
  children?: ReactNode;
  /** The page of what was counted. */
  to?: string | undefined;
  /** Opens what was counted, where it has no page of its own. */
  onOpen?: () => void;
}

/** One figure. What was counted is behind it, where `to` or `onOpen` says how to get there. */
export function FigureTile({ title, hint, value, note, children, to, onOpen }: FigureTileProps) {
  const explanation = useId();
  const around = { className: 'figure-tile', 'aria-describedby': explanation };
  const inside = (
    <>
      <span className="figure-tile-title" data-hint={hint}>
        {title}
      </span>
      <span id={explanation} hidden>
        {hint}
      </span>
      <span className="figure-tile-value figures">{value}</span>
      {note && <span className="figure-tile-note figures">{note}</span>}
      {children && <span className="figure-tile-more figures">{children}</span>}
    </>
  );
  if (to !== undefined)
    return (
      <Link {...around} to={to}>
        {inside}
      </Link>
    );
  if (onOpen)
    return (
      <button {...around} type="button" onClick={onOpen}>
        {inside}
      </button>
    );
  return (
    <section {...around} aria-label={title}>
      {inside}
    </section>
  );
}
