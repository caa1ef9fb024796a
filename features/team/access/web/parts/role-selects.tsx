import { Select } from '@mantine/core';
import { System } from '#shared/codes/system.ts';
import { useText } from '#platform/web/i18n.ts';
import { codeLabel } from '#platform/web/ui/code-badge.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { accessApi } from '../../contract.ts';
import { mayGive, type EditorRights } from '../role-rules.ts';

interface RoleSelectsProps {
  /** Ids of the chosen roles, one in a system at most. */
  value: readonly number[];
  /** What the person holds now; such a role may stay although the editor could not give it. */
  before?: readonly number[];
  onChange: (roleIds: number[]) => void;
  editor: EditorRights;
  error?: React.ReactNode;
}

/** One role for each system. Roles that give more than the editor holds cannot be chosen, nor taken away. */
export function RoleSelects({ value, before = [], onChange, editor, error }: RoleSelectsProps) {
  const t = useText();
  const roles = useEndpoint(accessApi.roles, {}).data ?? [];
  return [System.contactCentre, System.platform].map((systemId, index) => {
    const here = roles.filter((role) => role.systemId === systemId);
    const chosen = here.find((role) => value.includes(role.id));
    const held = here.find((role) => before.includes(role.id));
    const fixed = held !== undefined && !mayGive(editor, held);
    return (
      <Select
        key={systemId}
        label={t('access.member.roleIn', { system: codeLabel(System, systemId) })}
        placeholder={t('access.member.noRole')}
        description={fixed ? t('access.member.roleFixed') : null}
        error={index === 0 ? error : null}
        data={here.map((role) => ({
          value: String(role.id),
          label: role.name,
          disabled: role !== held && !mayGive(editor, role),
        }))}
        value={chosen ? String(chosen.id) : null}
        disabled={fixed}
        clearable
        searchable
        onChange={(next) => onChange([...value.filter((id) => id !== chosen?.id), ...(next ? [Number(next)] : [])])}
      />
    );
  });
}
