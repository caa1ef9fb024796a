import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { operationLogApi, type ChangedField, type LogEntry } from '../../contract.ts';
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
  const { data, error, refetch } = useEndpoint(
    operationLogApi.detail,
    { id },
    { staleMs: Infinity, handlesFailures: true },
  );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return data ? <LogFacts entry={data} /> : <LoadingLines lines={6} />;
}

/** An entry with what changed; `requestId` only where it is told. */
export function LogFacts({ entry }: { entry: LogEntry & { requestId?: string; changes: ChangedField[] } }) {
  const t = useText();
  const format = useFormat();
  const facts: [string, React.ReactNode][] = [
    [t('operation-log.column.at'), format.exact(entry.at)],
    [t('operation-log.column.who'), entry.userName],
    [t('operation-log.column.action'), `${entry.moduleName} › ${entry.actionName}`],
    [t('operation-log.column.target'), entry.target ?? '–'],
    [t('operation-log.column.outcome'), <Outcome key="outcome" outcome={entry.outcome} />],
    [t('operation-log.column.address'), entry.address || '–'],
  ];
  if (entry.requestId !== undefined)
    facts.push([t('operation-log.detail.request'), <code key="request">{entry.requestId}</code>]);
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
      {entry.changes.length > 0 ? (
        <ChangeList changes={entry.changes} />
      ) : (
        <p className="log-none">{t('operation-log.detail.none')}</p>
      )}
    </>
  );
}
