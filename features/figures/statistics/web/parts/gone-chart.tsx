import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { BarChart } from '#platform/web/ui/charts/bar-chart.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import type { GoneStep } from '../../contract.ts';

/** After how many seconds callers were gone. */
export function GoneChart({ steps }: { steps: readonly GoneStep[] }) {
  const t = useText();
  const format = useFormat();
  const title = t('statistics.goneAfter');
  const nameOf = ({ fromSec, toSec }: GoneStep) =>
    toSec === null
      ? t('statistics.goneMore', { from: format.number(fromSec) })
      : t('statistics.goneStep', { from: format.number(fromSec), to: format.number(toSec) });
  return (
    <Card title={title}>
      <BarChart
        label={title}
        legend={[{ tone: 'red', label: t('statistics.figure.unanswered') }]}
        bars={steps.map((step) => ({
          id: String(step.fromSec),
          tick: nameOf(step),
          name: t('statistics.goneBar', { step: nameOf(step), count: format.number(step.calls) }),
          parts: [{ tone: 'red', value: step.calls }],
        }))}
      />
    </Card>
  );
}
