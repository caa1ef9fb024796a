import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { operationLogApi } from '../../contract.ts';
import { ChangeList } from './change-list.tsx';
import { Outcome } from './log-columns.tsx';
import '#platform/web/ui/fact-list.css';

/** One entry beside the list, with what it changed. */
export function LogDetail({ id, onClose }: { id: number | null; onClose: () => void }) {
  const t = useText();
  return (
    <SidePanel
      opened={id !== null}
      onClose={onClose}
      title={id === null ? '' : t('operation-log.detail.title', { id: String(id) })}
      size={560}
    >
      {id !== null && <Detail id={id} />}
    </SidePanel>
  );
}

function Detail({ id }: { id: number }) {
  const t = useText();
  const format = useFormat();
  const { data, error, refetch } = useEndpoint(
    operationLogApi.detail,
    { id },
    { staleMs: Infinity, handlesFailures: true },
  );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingLines lines={6} />;
  const facts: [string, React.ReactNode][] = [
    [t('operation-log.column.at'), format.exact(data.at)],
    [t('operation-log.column.who'), data.userName],
    [t('operation-log.column.action'), `${data.moduleName} › ${data.actionName}`],
    [t('operation-log.column.target'), data.target ?? '–'],
    [t('operation-log.column.outcome'), <Outcome key="outcome" outcome={data.outcome} />],
    [t('operation-log.column.address'), data.address || '–'],
    [t('operation-log.detail.request'), <code key="request">{data.requestId}</code>],
  ];
  return (
    <>
      <dl className="fact-list">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className="fact-heading">{t('operation-log.column.changes')}</h3>
      {data.changes.length > 0 ? (
        <ChangeList changes={data.changes} />
      ) : (
        <p className="log-none">{t('operation-log.detail.none')}</p>
      )}
    </>
  );
}
