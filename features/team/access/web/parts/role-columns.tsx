import { ActionIcon, Menu } from '@mantine/core';
import { Copy, Ellipsis, Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import { System } from '#shared/codes/system.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge, codeLabel } from '#platform/web/ui/code-badge.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import { useCan } from '#platform/web/viewer.ts';
import type { Role } from '../../contract.ts';
import { isRemovable, useRemoveRole } from './use-remove-role.ts';
import '../access.css';

export function useRoleColumns(): Column<Role>[] {
  const t = useText();
  const can = useCan();
  const format = useFormat();
  return [
    {
      id: 'name',
      header: t('access.role.name'),
      required: true,
      card: 'title',
      width: 260,
      cell: (role) => (
        <span className="access-name">
          <b>{role.name}</b>
          {role.builtIn && <Badge look="tag">{t('access.role.builtIn')}</Badge>}
        </span>
      ),
    },
    { id: 'system', header: t('access.role.system'), cell: (role) => codeLabel(System, role.systemId) },
    { id: 'members', header: t('access.role.members'), align: 'end', cell: (role) => format.number(role.members) },
    {
      id: 'functions',
      header: t('access.role.functions'),
      align: 'end',
      cell: (role) => format.number(role.functions.length),
    },
    {
      id: 'masked',
      header: t('access.role.masking'),
      cell: (role) =>
        role.needDesensitize ? <Badge tone="warning">{t('access.role.masked')}</Badge> : t('access.role.plain'),
    },
    {
      id: 'updatedAt',
      header: t('access.role.changed'),
      cell: (role) => <time title={format.exact(role.updatedAt)}>{format.relative(role.updatedAt)}</time>,
    },
    ...(can('access.roles')
      ? [
          {
            id: 'more',
            header: '',
            width: 52,
            required: true,
            card: 'none' as const,
            cell: (role: Role) => <RoleMenu role={role} />,
          },
        ]
      : []),
  ];
}

/** What can be done with a role from the list. Deleting is offered only where it can succeed. */
function RoleMenu({ role }: { role: Role }) {
  const t = useText();
  const navigate = useNavigate();
  const remove = useRemoveRole();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" aria-label={t('access.role.more', { name: role.name })}>
          <Ellipsis size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown data-own>
        <Menu.Item
          leftSection={<Copy size={15} aria-hidden />}
          onClick={() => void navigate(`/organisation/roles/new?copy=${role.id}`)}
        >
          {t('access.role.copy')}
        </Menu.Item>
        {isRemovable(role) && (
          <Menu.Item color="red" leftSection={<Trash2 size={15} aria-hidden />} onClick={() => void remove(role)}>
            {t('access.role.remove')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
