import { Button } from '@mantine/core';
import { BookOpen, Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useText } from '#platform/web/i18n.ts';
import { Card, Page, Toolbar } from '#platform/web/ui/page.tsx';
import { ShownOnce } from '#platform/web/ui/shown-once.tsx';
import { EmptyState, ErrorState, LoadingPage } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { HOOKS_MOST, webhooksApi, type Hook } from '../contract.ts';
import { DeliveryLog } from './parts/delivery-log.tsx';
import { HookEditor } from './parts/hook-editor.tsx';
import { HookRow } from './parts/hook-row.tsx';
import { useHooks } from './use-hooks.ts';
import './webhooks.css';

/** The addresses that hear of events, and below them how each delivery went. */
export default function WebhooksPage() {
  const t = useText();
  const can = useCan();
  const { data, error, refetch } = useEndpoint(webhooksApi.settings, {}, { handlesFailures: true });
  const hooks = useHooks(data);
  const [edited, setEdited] = useState<Hook | 'new' | null>(null);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingPage />;
  const mayEdit = can('webhooks.edit');
  const add = mayEdit && data.hooks.length < HOOKS_MOST && (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {t('webhooks.add')}
    </Button>
  );
  const docs = can('api-docs.view') && (
    <Button
      component={Link}
      to="/apiDocs?public=1#webhooks"
      variant="default"
      leftSection={<BookOpen size={15} aria-hidden />}
    >
      {t('webhooks.docs')}
    </Button>
  );
  return (
    <Page>
      <div className="webhooks">
        <Toolbar
          actions={
            <>
              {docs}
              {data.hooks.length > 0 && add}
            </>
          }
        >
          <p>{t('webhooks.lead')}</p>
        </Toolbar>
        <Card>
          {data.hooks.length === 0 ? (
            <EmptyState
              icon={<Webhook size={22} />}
              title={t('webhooks.none')}
              hint={t('webhooks.noneHint')}
              action={add}
            />
          ) : (
            <ul className="hook-rows">
              {data.hooks.map((hook) => (
                <HookRow key={hook.id} hook={hook} hooks={hooks} mayEdit={mayEdit} onEdit={() => setEdited(hook)} />
              ))}
            </ul>
          )}
        </Card>
        <DeliveryLog settings={data} mayEdit={mayEdit} />
      </div>
      {edited && (
        <HookEditor
          hook={edited === 'new' ? null : edited}
          settings={data}
          save={hooks.save}
          onClose={() => setEdited(null)}
        />
      )}
      {hooks.secret && (
        <ShownOnce
          title={t('webhooks.secretTitle', { name: hooks.secret.name })}
          hint={t('webhooks.secretHint')}
          value={hooks.secret.secret}
          copy={t('webhooks.secretCopy')}
          done={t('webhooks.secretDone')}
          onClose={hooks.forgetSecret}
        />
      )}
    </Page>
  );
}
