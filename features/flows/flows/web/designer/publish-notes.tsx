import { Alert } from '@mantine/core';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { codeLabel } from '#platform/web/ui/code-badge.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { flowsApi } from '../../contract.ts';
import { languagesLeftBehind } from '../../core/left-behind.ts';

const fresh = { staleMs: 0, handlesFailures: true };

/** What whoever publishes should know before: that nobody gets here yet, and which languages say what they said. */
export function PublishNotes({ id }: { id: number }) {
  const t = useText();
  const format = useFormat();
  const flow = useEndpoint(flowsApi.query, { id }, fresh).data;
  const version = flow?.publishedVersion ?? null;
  const live = useEndpoint(
    flowsApi.version,
    { id, version: version ?? 1 },
    { ...fresh, enabled: version !== null },
  ).data;
  const draft = useEndpoint(flowsApi.version, { id, version: 'draft' }, { ...fresh, enabled: version !== null }).data;
  const left = live && draft ? languagesLeftBehind(live, draft) : [];
  return (
    <>
      {flow?.usedBy.length === 0 && (
        <Alert color="orange" variant="light" mb="sm">
          {t('flows.publishUnreached')}
        </Alert>
      )}
      {left.length > 0 && (
        <Alert color="orange" variant="light" mb="sm">
          {t('flows.publishLeftBehind', { list: format.list(left.map((code) => codeLabel(CustomerLanguage, code))) })}
        </Alert>
      )}
    </>
  );
}
