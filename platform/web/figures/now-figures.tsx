import type { ReactNode } from 'react';
import type { Tone } from '#shared/codes.ts';
import { useFormat } from '../format.ts';
import './now-figures.css';

export interface NowFigure {
  name: string;
  title: string;
  /** What is counted; said when one points at it. */
  hint: string;
  tone: Tone;
  /** Not known yet: a dash. */
  value: number | undefined;
  /** Small, behind the figure. */
  more?: ReactNode;
}

/** How it is at this moment, side by side; colour means state, and what is nobody's has none. */
export function NowFigures({
  label,
  heading,
  figures,
}: {
  label: string;
  heading: ReactNode;
  figures: readonly NowFigure[];
}) {
  const format = useFormat();
  return (
    <section className="now-figures" aria-label={label}>
      <h2>{heading}</h2>
      <dl>
        {figures.map(({ name, title, hint, tone, value, more }) => (
          <div key={name} data-tone={tone} data-none={!value || undefined}>
            <dt data-hint={hint}>{title}</dt>
            <dd className="figures">
              {format.number(value)}
              {more && <small>{more}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
