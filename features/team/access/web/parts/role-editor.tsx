import { Alert, Button, Select, Switch, TextInput } from '@mantine/core';
import { Copy, Lock, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { System } from '#shared/codes/system.ts';
import { useText } from '#platform/web/i18n.ts';
import { codeChoices } from '#platform/web/ui/code-badge.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { LeaveGuard } from '#platform/web/ui/form/leave-guard.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { Card, PageHeader } from '#platform/web/ui/page.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { accessApi, type FunctionGroup, type Role } from '../../contract.ts';
import type { EditorRights, RoleDraft } from '../role-rules.ts';
import { FunctionPicker } from './function-picker.tsx';
import { SecondFactorSwitch } from './second-factor-switch.tsx';
import { isRemovable, useRemoveRole } from './use-remove-role.ts';
import '../access.css';
import '#platform/web/ui/form/form.css';

interface RoleEditorProps {
  /** Null for a new one. */
  role: Role | null;
  start: RoleDraft;
  groups: readonly FunctionGroup[];
  editor: EditorRights;
}

/** Name, system, masking and function keys of a role. A built-in one can only be looked at and copied. */
export function RoleEditor({ role, start, groups, editor }: RoleEditorProps) {
  const t = useText();
  const navigate = useNavigate();
  const [saved, setSaved] = useState(false);
  const form = useContractForm(accessApi.addRole.input, { ...start });
  const done = { invalidates: [accessApi.roles], done: 'access.role.saved', handlesFailures: true } as const;
  const add = useCommand(accessApi.addRole, done);
  const update = useCommand(accessApi.updateRole, done);
  const remove = useRemoveRole(() => setSaved(true));
  const fixed = role?.builtIn ?? false;

  // Only once the form counts as saved, else leaving would ask about lost changes.
  useEffect(() => {
    if (saved) void navigate('/organisation/roles');
  }, [saved, navigate]);

  async function save(draft: RoleDraft): Promise<void> {
    if (role) await update.mutateAsync({ id: role.id, version: role.version, ...draft });
    else await add.mutateAsync(draft);
    setSaved(true);
  }

  const header = role && (
    <PageHeader
      title={role.name}
      hint={t('access.role.held', { count: role.members })}
      actions={
        <>
          <Button
            component={Link}
            to={`/organisation/roles/new?copy=${role.id}`}
            variant="default"
            leftSection={<Copy size={15} aria-hidden />}
          >
            {t('access.role.copy')}
          </Button>
          {isRemovable(role) && (
            <Button variant="default" leftSection={<Trash2 size={15} aria-hidden />} onClick={() => void remove(role)}>
              {t('access.role.remove')}
            </Button>
          )}
        </>
      }
    />
  );
  const fields = (
    <>
      <Card>
        <div className="form">
          <div className="form-row">
            <TextInput
              label={t('access.role.name')}
              required={!fixed}
              readOnly={fixed}
              data-autofocus={!role || undefined}
              {...form.getInputProps('name')}
            />
            <Select
              label={t('access.role.system')}
              data={codeChoices(System)}
              value={String(form.values.systemId)}
              disabled={role !== null}
              onChange={(system) => form.setFieldValue('systemId', Number(system) as System)}
            />
          </div>
          <Switch
            label={t('access.role.mask')}
            description={editor.masked && !fixed ? t('access.role.maskFixed') : t('access.role.maskHint')}
            disabled={fixed || editor.masked}
            {...form.getInputProps('needDesensitize', { type: 'checkbox' })}
          />
        </div>
      </Card>
      {role && <SecondFactorSwitch role={role} mayChange={role.functions.every((key) => editor.held.has(key))} />}
      <FunctionPicker
        groups={groups}
        chosen={form.values.functions}
        onChange={(functions) => form.setFieldValue('functions', functions)}
        editor={editor}
        readOnly={fixed}
      />
    </>
  );

  if (fixed) {
    return (
      <>
        {header}
        <div className="access-cards">
          <Alert
            variant="light"
            color="gray"
            icon={<Lock size={18} aria-hidden />}
            title={t('access.role.builtInTitle')}
          >
            {t('access.role.builtInHint')}
          </Alert>
          {fields}
        </div>
      </>
    );
  }
  return (
    <div className="access-role-form">
      <LeaveGuard dirty={form.isDirty() && !saved} />
      {header}
      <ContractForm form={form} onSubmit={save} onCancel={() => void navigate('/organisation/roles')}>
        {fields}
      </ContractForm>
    </div>
  );
}
