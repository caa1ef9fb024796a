import { ServerCog } from 'lucide-react';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { nodesApi } from '../contract.ts';

/** Says that the server these calls are in is about to be replaced: what goes on may end, nothing new begins until then. */
export default function DrainingBanner() {
  const t = useText();
  const format = useFormat();
  const { data } = useEndpoint(nodesApi.desk, {}, { staleMs: 300_000, handlesFailures: true });
  const draining = data?.draining ?? null;
  return (
    <output>
      {draining && (
        <div className="banner">
          <ServerCog size={15} aria-hidden />
          <span>
            {draining.until === null
              ? t('nodes.banner.draining')
              : t('nodes.banner.drainingUntil', { until: format.time(draining.until) })}
          </span>
        </div>
      )}
    </output>
  );
}
