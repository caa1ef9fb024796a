import { useDeferredValue, useEffect, useState } from 'react';
import { CHART_DELAY_MS } from '../core/limits.ts';
import { figuresOf } from '../core/timings.ts';
import { useText } from '#platform/web/i18n.ts';
import { linePath } from '#platform/web/ui/charts/line-chart.tsx';

const SHOWN = 40;

/** How long something took each time, with latest, high, mean and low. Drawn a moment after what changed. */
export function TimingChart({ label, values }: { label: string; values: readonly number[] }) {
  const t = useText();
  const [drawn, setDrawn] = useState(values);
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(values), CHART_DELAY_MS);
    return () => clearTimeout(timer);
  }, [values]);
  const shown = useDeferredValue(drawn).slice(-SHOWN);
  const figures = figuresOf(drawn);
  const top = Math.max(1, ...shown);
  return (
    <figure className="flow-test-chart">
      <figcaption>{label}</figcaption>
      <svg viewBox="0 0 1000 100" preserveAspectRatio="none" role="img" aria-label={label}>
        <path className="chart-grid" d="M0 99.5H1000" />
        <path className="chart-line" d={linePath(shown.map((value) => value / top))} />
      </svg>
      <dl>
        {(['latest', 'high', 'mean', 'low'] as const).map((name) => (
          <div key={name}>
            <dt>{t(`flow-test.${name}`)}</dt>
            <dd>{figures ? figures[name] : '–'}</dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}
