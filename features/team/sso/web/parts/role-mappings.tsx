import { ActionIcon, Button, Checkbox, MultiSelect, TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import type { Role } from '#features/team/access/contract.ts';
import { System } from '#shared/codes/system.ts';
import { useText } from '#platform/web/i18n.ts';
import { codeLabel } from '#platform/web/ui/code-badge.tsx';
import type { RoleMapping } from '../../contract.ts';
import { onePerSystem } from '../settings-rules.ts';

interface RolePickerProps {
  label: string;
  description?: string;
  error?: string | undefined;
  value: readonly number[];
  onChange: (roleIds: number[]) => void;
  roles: readonly Role[];
}

/** Roles, at most one in each system. */
export function RolePicker({ label, description, error, value, onChange, roles }: RolePickerProps) {
  return (
    <MultiSelect
      label={label}
      description={description}
      error={error}
      data={roles.map((role) => ({
        value: String(role.id),
        label: `${role.name} · ${codeLabel(System, role.systemId as System)}`,
      }))}
      value={value.map(String)}
      onChange={(chosen) => onChange(onePerSystem(chosen.map(Number), roles))}
      searchable
      clearable
    />
  );
}

const NOTHING_GIVEN: RoleMapping = { value: '', roleIds: [], textSeat: false, voiceSeat: false, agentGroupIds: [] };

/** A group that was chosen stays in the list, though it may be gone or not ours to see. */
const groupChoices = (groups: RoleMappingsProps['agentGroups'], chosen: readonly number[]) => [
  ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
  ...chosen
    .filter((id) => !groups.some((group) => group.id === id))
    .map((id) => ({ value: String(id), label: `#${id}` })),
];

interface RoleMappingsProps {
  value: readonly RoleMapping[];
  onChange: (mappings: RoleMapping[]) => void;
  roles: readonly Role[];
  agentGroups: readonly { id: number; name: string }[];
  /** By path: `roleMappings.0.value`. */
  errors: Record<string, string>;
}

/** What each group of the company gives. Of roles the first that fits decides; seats and groups of agents add up. */
export function RoleMappings({ value, onChange, roles, agentGroups, errors }: RoleMappingsProps) {
  const t = useText();
  const set = (index: number, change: Partial<RoleMapping>) =>
    onChange(value.map((mapping, at) => (at === index ? { ...mapping, ...change } : mapping)));
  return (
    <>
      {value.map((mapping, index) => (
        // A mapping has no name of its own: its place is what it is known by.
        // oxlint-disable-next-line react/no-array-index-key
        <div className="sso-mapping" key={index}>
          <TextInput
            label={t('sso.form.mappingValue', { number: index + 1 })}
            required
            maxLength={200}
            error={errors[`roleMappings.${index}.value`]}
            value={mapping.value}
            onChange={(event) => set(index, { value: event.currentTarget.value })}
          />
          <RolePicker
            label={t('sso.form.mappingRoles', { number: index + 1 })}
            error={errors[`roleMappings.${index}.roleIds`]}
            value={mapping.roleIds}
            onChange={(roleIds) => set(index, { roleIds })}
            roles={roles}
          />
          <ActionIcon
            size={36}
            aria-label={t('sso.form.removeMapping', { number: index + 1 })}
            onClick={() => onChange(value.filter((_mapping, at) => at !== index))}
          >
            <X size={16} aria-hidden />
          </ActionIcon>
          <MultiSelect
            className="sso-mapping-groups"
            label={t('sso.form.mappingGroups', { number: index + 1 })}
            data={groupChoices(agentGroups, mapping.agentGroupIds)}
            value={mapping.agentGroupIds.map(String)}
            onChange={(ids) => set(index, { agentGroupIds: ids.map(Number) })}
            searchable
            clearable
          />
          <div
            className="sso-mapping-seats"
            role="group"
            aria-label={t('sso.form.mappingSeats', { number: index + 1 })}
          >
            {(['textSeat', 'voiceSeat'] as const).map((kind) => (
              <Checkbox
                key={kind}
                label={t(`sso.form.${kind}`)}
                checked={mapping[kind]}
                onChange={(event) => set(index, { [kind]: event.currentTarget.checked })}
              />
            ))}
          </div>
        </div>
      ))}
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => onChange([...value, { ...NOTHING_GIVEN }])}
        >
          {t('sso.form.addMapping')}
        </Button>
      </div>
    </>
  );
}
