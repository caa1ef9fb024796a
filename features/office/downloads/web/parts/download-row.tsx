import { ActionIcon, Progress, UnstyledButton } from '@mantine/core';
import { Download, X } from 'lucide-react';
import { useState } from 'react';
import { isInProgress } from '../../core/download-watch.ts';
import { shortName } from '../../core/short-name.ts';
import { DownloadStatus } from '#shared/codes/download-status.ts';
import { download } from '#platform/web/download.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge, codeLabel } from '#platform/web/ui/code-badge.tsx';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { downloadsApi, type DownloadItem } from '../../contract.ts';

/** One export: what it is, how far it is, and its file once there is one. */
export function DownloadRow({ item }: { item: DownloadItem }) {
  const t = useText();
  const format = useFormat();
  const [fetching, setFetching] = useState(false);
  const remove = useCommand(downloadsApi.remove, { invalidates: [downloadsApi.list] });
  const name = shortName(item.fileName);
  const isDone = item.status === DownloadStatus.done;
  const hasFailed = item.reason !== '';
  const shown = (
    <span className="download-name" title={item.fileName}>
      {name}
    </span>
  );

  async function get(): Promise<void> {
    setFetching(true);
    await download(downloadsApi.file, { id: item.id }).catch(handleFailure);
    setFetching(false);
  }
  async function drop(): Promise<void> {
    const question = {
      title: t('downloads.removeTitle'),
      body: t('downloads.removeText', { name: item.fileName }),
      yes: t('downloads.removeYes'),
      danger: true,
    };
    if (!isDone || (await confirm(question))) remove.mutate({ id: item.id });
  }

  return (
    <li className="download">
      <div className="download-what">
        {isDone ? (
          <UnstyledButton className="download-link" onClick={() => void get()} aria-busy={fetching}>
            {shown}
          </UnstyledButton>
        ) : (
          shown
        )}
        <span className="download-facts">
          <Badge look="dot" tone={hasFailed ? 'red' : DownloadStatus.row(item.status).tone}>
            {hasFailed ? t('downloads.failed') : codeLabel(DownloadStatus, item.status)}
          </Badge>
          {item.status === DownloadStatus.exporting && <span>{format.percent(item.progress / 100)}</span>}
          {isDone && <span>{format.bytes(item.bytes)}</span>}
          <span>
            {isDone ? t('downloads.until', { date: format.date(item.expiresAt) }) : format.recent(item.createdAt)}
          </span>
        </span>
        {hasFailed && <span className="download-reason">{item.reason}</span>}
        {item.status === DownloadStatus.exporting && (
          <Progress
            value={item.progress}
            size={3}
            color="blue"
            aria-label={t('downloads.progress', { name: item.fileName })}
          />
        )}
      </div>
      {isDone && (
        <ActionIcon
          loading={fetching}
          aria-label={t('downloads.get', { name: item.fileName })}
          onClick={() => void get()}
        >
          <Download size={16} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon
        loading={remove.isPending}
        aria-label={t(isInProgress(item) ? 'downloads.stop' : 'downloads.remove', { name: item.fileName })}
        onClick={() => void drop()}
      >
        <X size={16} aria-hidden />
      </ActionIcon>
    </li>
  );
}
