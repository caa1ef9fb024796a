import { Badge, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { diffOf, isSame } from '../../core/diff.ts';
import type { Flow } from '#core/flow/flow.ts';
import { call } from '#platform/web/call.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { Pages } from '#platform/web/ui/pages.tsx';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint, usePage } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { flowsApi, type FlowVersion } from '../../contract.ts';
import { changeLines } from './change-lines.ts';
import type { FlowDraft } from './use-draft.ts';

const SIZE = 20;

interface VersionsDrawerProps {
  id: number;
  draft: FlowDraft;
  isLocked: boolean;
  onTaken(flow: Flow): void;
  onClose(): void;
}

/** What callers heard before: compared with the draft, made the draft again, or rolled back to. */
export function VersionsDrawer({ id, draft, isLocked, onTaken, onClose }: VersionsDrawerProps) {
  const t = useText();
  const format = useFormat();
  const mayPublish = useCan()('flows.publish');
  const [compared, setCompared] = useState<number | null>(null);
  const [page, setPage] = useState(1);
  const known = usePage(flowsApi.versions, { id, page, size: SIZE });
  const versions = known.data?.list ?? [];
  const rollBack = useCommand(flowsApi.rollBack, {
    done: 'flows.rolledBack',
    invalidates: [flowsApi.versions, flowsApi.page, flowsApi.query],
  });
  const convert = useCommand(flowsApi.convertToDraft, { done: 'flows.converted', invalidates: [flowsApi.page] });
  const reset = useCommand(flowsApi.reset, { done: 'flows.resetDone', invalidates: [flowsApi.page] });
  const live = versions.find(({ isLive }) => isLive);

  async function take(version: number, how: 'convert' | 'reset'): Promise<void> {
    const title = t(how === 'reset' ? 'flows.resetTitle' : 'flows.convertTitle', { version });
    if (!(await confirm({ title, body: t('flows.takeBody'), yes: t('flows.take'), danger: true }))) return;
    const draftVersion = await draft.flush();
    if (draftVersion === null) return;
    const saved =
      how === 'reset'
        ? await reset.mutateAsync({ id, draftVersion })
        : await convert.mutateAsync({ id, draftVersion, version });
    const flow = await call(flowsApi.version, { id, version: 'draft' });
    draft.took(saved, flow);
    onTaken(flow);
    onClose();
  }

  async function back({ version }: FlowVersion): Promise<void> {
    if (
      await confirm({
        title: t('flows.rollBackTitle', { version }),
        body: t('flows.rollBackBody'),
        yes: t('flows.rollBack'),
      })
    )
      rollBack.mutate({ id, version });
  }

  return (
    <SidePanel opened title={t('flows.versions')} onClose={onClose}>
      {known.isError && !known.data && <ErrorState error={known.error} onRetry={() => void known.refetch()} />}
      {known.isPending && <LoadingLines lines={4} />}
      {known.data && versions.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('flows.noVersions')}
        </Text>
      )}
      {live && draft.status === 'changed' && !isLocked && (
        <Button size="xs" variant="default" mb="sm" onClick={() => void take(live.version, 'reset')}>
          {t('flows.reset')}
        </Button>
      )}
      <ul className="flow-versions">
        {versions.map((version) => (
          <li key={version.version}>
            <div className="flow-version-head">
              <b>{t('flows.version', { version: version.version })}</b>
              {version.isLive && (
                <Badge color="green" variant="light">
                  {t('flows.live')}
                </Badge>
              )}
              <span>
                {version.author} · {format.dateTime(version.createdAt)}
              </span>
            </div>
            {version.note !== '' && <p>{version.note}</p>}
            {version.passRate && (
              <p>{t('flows.passRate', { passed: version.passRate.passed, total: version.passRate.total })}</p>
            )}
            <div className="flow-version-acts">
              <Button
                size="compact-xs"
                variant="subtle"
                onClick={() => setCompared(compared === version.version ? null : version.version)}
              >
                {t('flows.compare')}
              </Button>
              {!isLocked && (
                <Button size="compact-xs" variant="subtle" onClick={() => void take(version.version, 'convert')}>
                  {t('flows.toDraft')}
                </Button>
              )}
              {mayPublish && !version.isLive && (
                <Button size="compact-xs" variant="subtle" onClick={() => void back(version)}>
                  {t('flows.rollBack')}
                </Button>
              )}
            </div>
            {compared === version.version && <Changes id={id} version={version.version} />}
          </li>
        ))}
      </ul>
      <Pages mt="md" pages={Math.ceil((known.data?.total ?? 0) / SIZE)} page={page} onPage={setPage} />
    </SidePanel>
  );
}

/** What is different in the draft. */
function Changes({ id, version }: { id: number; version: number }) {
  const t = useText();
  const before = useEndpoint(flowsApi.version, { id, version });
  const now = useEndpoint(flowsApi.version, { id, version: 'draft' }, { staleMs: 0 });
  if (!before.data || !now.data)
    return (
      <Text size="xs" c="dimmed">
        {t('ui.loading')}
      </Text>
    );
  const diff = diffOf(before.data, now.data);
  if (isSame(diff))
    return (
      <Text size="xs" c="dimmed">
        {t('flows.same')}
      </Text>
    );
  return (
    <ul className="flow-changes">
      {changeLines(diff, before.data, now.data).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
