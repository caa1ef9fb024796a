import { Progress } from '@mantine/core';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import '../campaign-page.css';

/** How many of a campaign’s customers are done with. */
export default function CampaignProgress({ customers, completed }: { customers: number; completed: number }) {
  const t = useText();
  const format = useFormat();
  const label = t('campaigns.doneOf', { done: format.number(completed), all: format.number(customers) });
  return (
    <span className="campaign-progress">
      <Progress
        size="sm"
        color="green"
        value={customers === 0 ? 0 : (completed / customers) * 100}
        aria-label={label}
      />
      <small className="figures">{label}</small>
    </span>
  );
}
