import { equipmentParts } from '#core/equipment/equipment.ts';
import type { AgentPartProps } from '#features/team/agents/web/index.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { ErrorLine, LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { equipmentCheckApi } from '../../contract.ts';
import '#platform/web/ui/fact-list.css';

/** What the last check of an agent's equipment found. */
export function AgentEquipment({ userId }: AgentPartProps) {
  const t = useText();
  const format = useFormat();
  const { data, error, refetch } = useEndpoint(equipmentCheckApi.history, { userId }, { handlesFailures: true });
  const last = data?.[0];
  return (
    <section aria-label={t('equipment-check.agent.title')}>
      <h3 className="fact-heading">{t('equipment-check.agent.title')}</h3>
      {error && !data && <ErrorLine error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingLines lines={2} />}
      {data && !last && <p>{t('equipment-check.agent.none')}</p>}
      {last && (
        <dl className="fact-list">
          <div>
            <dt>{t('equipment-check.column.at')}</dt>
            <dd>{format.dateTime(last.at)}</dd>
          </div>
          {equipmentParts.map((part) => {
            const { normal, reasons } = last.verdict[part];
            return (
              <div key={part}>
                <dt>{t(`equipment-check.part.${part}`)}</dt>
                <dd>
                  <Badge tone={normal ? 'green' : 'red'} look="dot">
                    {t(normal ? 'equipment-check.normal' : 'equipment-check.abnormal')}
                  </Badge>
                  {reasons.length > 0 && (
                    <> {format.list(reasons.map((reason) => t(`equipment-check.reason.${reason}`)))}</>
                  )}
                </dd>
              </div>
            );
          })}
        </dl>
      )}
    </section>
  );
}
