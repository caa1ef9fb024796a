import { Button, Select, Tabs } from '@mantine/core';
import { UserPlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useAddressQuery } from '#platform/web/navigation.tsx';
import { useText } from '#platform/web/i18n.ts';
import { lazy } from '#platform/web/lazy-part.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { accessApi, type Member, type MemberQuery } from '../contract.ts';
import { InvitationList } from './parts/invitation-list.tsx';
import { LinkDialog, type NewLink } from './parts/invitation-ways.tsx';
import { useMemberColumns } from './parts/member-columns.tsx';

/** Forms, and what checks them, come when one is opened. */
const InvitePanel = lazy(async () => ({ default: (await import('./parts/invite-panel.tsx')).InvitePanel }));
const MemberPanel = lazy(async () => ({ default: (await import('./parts/member-panel.tsx')).MemberPanel }));

const filters = { name: '', role: '', enabled: '' } as const;
const SORT = { by: 'name', desc: false };

/** The people of the organisation, and those who are invited. */
export default function MembersPage() {
  const t = useText();
  const can = useCan();
  const [query, setQuery] = useAddressQuery();
  const [inviting, setInviting] = useState(false);
  const [made, setMade] = useState<NewLink | null>(null);
  const invitations = useEndpoint(accessApi.invitations, {}, { handlesFailures: true });
  const invite = can('access.members') && (
    <Button leftSection={<UserPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
      {t('access.invite')}
    </Button>
  );
  return (
    <Page>
      <Tabs
        value={query.get('tab') ?? 'members'}
        onChange={(tab) => setQuery(tab === 'members' || !tab ? {} : { tab })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="members">{t('access.menu.members')}</Tabs.Tab>
          <Tabs.Tab value="invitations">{t('access.invitations', { count: invitations.data?.length ?? 0 })}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="members">
          <MemberTable invite={invite} />
        </Tabs.Panel>
        <Tabs.Panel value="invitations">
          <InvitationList answer={invitations} invite={invite} />
        </Tabs.Panel>
      </Tabs>
      <Suspense fallback={null}>
        {inviting && <InvitePanel onClose={() => setInviting(false)} onLink={setMade} />}
      </Suspense>
      {made && <LinkDialog made={made} onClose={() => setMade(null)} />}
    </Page>
  );
}

function MemberTable({ invite }: { invite: React.ReactNode }) {
  const t = useText();
  const can = useCan();
  const state = useTableState('access.members', { filters, sort: SORT });
  const [edited, setEdited] = useState<Member | null>(null);
  const roles = useEndpoint(accessApi.roles, {});
  const { name, role, enabled } = state.filters;
  const answer = useEndpoint(
    accessApi.members,
    {
      page: state.page,
      size: state.size,
      sort: (state.sort ?? SORT).by as MemberQuery['sort'],
      desc: String(state.sort?.desc ?? false),
      ...(name ? { name } : {}),
      ...(role ? { roleId: role } : {}),
      ...(enabled ? { enabled } : {}),
    },
    { keepPrevious: true, handlesFailures: true },
  );
  const roleChoices = [
    { value: '', label: t('access.member.anyRole') },
    ...(roles.data ?? []).map((each) => ({ value: String(each.id), label: each.name })),
  ];
  const stateChoices = [
    { value: '', label: t('access.member.anyState') },
    { value: 'true', label: t('access.member.enabled') },
    { value: 'false', label: t('access.member.disabled') },
  ];
  return (
    <>
      <DataTable
        label={t('access.menu.members')}
        state={state}
        columns={useMemberColumns()}
        answer={answer}
        rowId={(member) => member.userId}
        {...(can('access.members') ? { onOpen: setEdited } : {})}
        filters={
          <>
            <SearchField
              label={t('access.member.search')}
              value={name}
              onChange={(next) => state.setFilters({ name: next })}
            />
            <Select
              w={180}
              aria-label={t('access.member.role')}
              data={roleChoices}
              value={role}
              searchable
              onChange={(next) => state.setFilters({ role: next ?? '' })}
            />
            <Select
              w={150}
              aria-label={t('access.member.state')}
              data={stateChoices}
              value={enabled}
              onChange={(next) => state.setFilters({ enabled: next ?? '' })}
            />
          </>
        }
        actions={invite}
        empty={{ title: t('access.member.none'), hint: t('access.member.noneHint'), action: invite }}
      />
      <Suspense fallback={null}>{edited && <MemberPanel member={edited} onClose={() => setEdited(null)} />}</Suspense>
    </>
  );
}
