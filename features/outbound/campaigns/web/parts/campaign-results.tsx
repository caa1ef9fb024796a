import { useFormat } from '#platform/web/format.ts';
import { BarChart, type ChartTone } from '#platform/web/ui/charts/bar-chart.tsx';
import { codeLabel } from '#platform/web/ui/code-badge.tsx';
import { PreviewResult } from '#shared/codes/preview-result.ts';

export interface CampaignResultsProps {
  label: string;
  results: readonly { result: PreviewResult; customers: number }[];
}

const tones: Record<PreviewResult, ChartTone> = {
  [PreviewResult.notCalled]: 'grey',
  [PreviewResult.normalEnd]: 'green',
  [PreviewResult.missed]: 'warning',
  [PreviewResult.unableToConnect]: 'red',
};

/** What came of the customers of a campaign. */
export default function CampaignResults({ label, results }: CampaignResultsProps) {
  const format = useFormat();
  const count = (code: PreviewResult): number => results.find(({ result }) => result === code)?.customers ?? 0;
  return (
    <BarChart
      label={label}
      legend={PreviewResult.rows.map(({ code }) => ({ tone: tones[code], label: codeLabel(PreviewResult, code) }))}
      bars={PreviewResult.rows.map(({ code }) => ({
        id: String(code),
        name: `${codeLabel(PreviewResult, code)}: ${format.number(count(code))}`,
        tick: format.number(count(code)),
        parts: [{ tone: tones[code], value: count(code) }],
      }))}
    />
  );
}
