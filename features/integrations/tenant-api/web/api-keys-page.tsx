import { Button } from '@mantine/core';
import { BookOpen, KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useText } from '#platform/web/i18n.ts';
import { Card, Page, Toolbar } from '#platform/web/ui/page.tsx';
import { EmptyState, ErrorState, LoadingPage } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { tenantApiApi, type ApiKey } from '../contract.ts';
import { KeyEditor } from './parts/key-editor.tsx';
import { KeyRow } from './parts/key-row.tsx';
import { NewKey } from './parts/new-key.tsx';
import './api-keys.css';

/** The keys of the team: what each may do, when it was used, and how to take it away. */
export default function ApiKeysPage() {
  const t = useText();
  const can = useCan();
  const { data, error, refetch } = useEndpoint(tenantApiApi.list, {}, { handlesFailures: true });
  const [edited, setEdited] = useState<ApiKey | 'new' | null>(null);
  const [made, setMade] = useState<string | null>(null);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingPage />;
  const mayEdit = can('tenant-api.edit');
  const add = mayEdit && (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {t('tenant-api.add')}
    </Button>
  );
  const docs = can('api-docs.view') && (
    <Button component={Link} to="/apiDocs?public=1" variant="default" leftSection={<BookOpen size={15} aria-hidden />}>
      {t('tenant-api.docs')}
    </Button>
  );
  return (
    <Page>
      <div className="api-keys">
        <Toolbar
          actions={
            <>
              {docs}
              {data.keys.length > 0 && add}
            </>
          }
        >
          <p>{t('tenant-api.lead')}</p>
        </Toolbar>
        <Card>
          {data.keys.length === 0 ? (
            <EmptyState
              icon={<KeyRound size={22} />}
              title={t('tenant-api.none')}
              hint={t('tenant-api.noneHint')}
              action={add}
            />
          ) : (
            <ul>
              {data.keys.map((key) => (
                <KeyRow key={key.id} apiKey={key} mayEdit={mayEdit} onEdit={() => setEdited(key)} />
              ))}
            </ul>
          )}
        </Card>
      </div>
      {edited && (
        <KeyEditor
          apiKey={edited === 'new' ? null : edited}
          scopes={data.scopes}
          mustMask={data.mustMask}
          onMade={setMade}
          onClose={() => setEdited(null)}
        />
      )}
      {made && <NewKey value={made} onClose={() => setMade(null)} />}
    </Page>
  );
}
