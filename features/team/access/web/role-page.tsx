import { useParams } from 'react-router';
import { useAddressQuery } from '#platform/web/navigation.tsx';
import { textOf, useLanguage } from '#platform/web/i18n.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingPage } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { Failure } from '#shared/failure.ts';
import { accessApi, type Role } from '../contract.ts';
import { RoleEditor } from './parts/role-editor.tsx';
import { copyOf, draftOf, emptyRole, type EditorRights, type RoleDraft } from './role-rules.ts';
import { useEditor } from './use-editor.ts';

/** One role: a new one (`/new`), one like another (`/new?copy=3`), or one there is. */
export default function RolePage() {
  useLanguage();
  const { id = '' } = useParams();
  const copied = useAddressQuery()[0].get('copy');
  const editor = useEditor();
  const roles = useEndpoint(accessApi.roles, {}, { handlesFailures: true });
  const groups = useEndpoint(accessApi.functions, {}, { handlesFailures: true });

  const problem = roles.error ?? groups.error;
  if (problem)
    return <ErrorState error={problem} onRetry={() => void Promise.all([roles.refetch(), groups.refetch()])} />;
  if (!roles.data || !groups.data) return <LoadingPage />;
  const role = roles.data.find((each) => String(each.id) === (id === 'new' ? copied : id)) ?? null;
  if (id !== 'new' && !role) return <ErrorState error={new Failure('notFound')} />;
  return (
    <Page narrow>
      <RoleEditor
        key={`${id} ${copied}`}
        role={id === 'new' ? null : role}
        start={startOf(id, role, editor)}
        groups={groups.data}
        editor={editor}
      />
    </Page>
  );
}

function startOf(id: string, role: Role | null, editor: EditorRights): RoleDraft {
  if (!role) return emptyRole(editor);
  return id === 'new' ? copyOf(role, editor, textOf('access.role.copyName', { name: role.name })) : draftOf(role);
}
