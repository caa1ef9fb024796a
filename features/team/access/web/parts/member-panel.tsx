import { Alert, Checkbox, Input, Switch, TextInput } from '@mantine/core';
import { Lock } from 'lucide-react';
import type { z } from 'zod';
import { SeatKind } from '#shared/codes/seat-kind.ts';
import { useText } from '#platform/web/i18n.ts';
import { codeLabel } from '#platform/web/ui/code-badge.tsx';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm, type FormState } from '#platform/web/ui/form/use-contract-form.ts';
import { PersonCell } from '#platform/web/ui/initials.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { accessApi, type Member, type MemberChange } from '../../contract.ts';
import { useEditor } from '../use-editor.ts';
import { FactorReset } from './factor-reset.tsx';
import { RoleSelects } from './role-selects.tsx';

type Values = MemberChange & Record<string, unknown>;

/** Name, roles, seats, ownership of one person, and whether they may come in. */
export function MemberPanel({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useText();
  const editor = useEditor();
  const { userId, nickName, textSeat, voiceSeat, isOwner, enabled, roles } = member;
  const form = useContractForm<Values>(accessApi.updateMember.input as z.ZodType<unknown, Values>, {
    userId,
    nickName,
    textSeat,
    voiceSeat,
    isOwner,
    enabled,
    roleIds: roles.map((role) => role.roleId),
  });
  const update = useCommand(accessApi.updateMember, {
    invalidates: [accessApi.members, accessApi.roles],
    done: 'ui.saved',
    handlesFailures: true,
  });
  const locked = isOwner && !editor.isOwner;

  async function save(values: Values): Promise<void> {
    if (
      enabled &&
      !values.enabled &&
      !(await confirm({
        title: t('access.member.disableTitle', { name: nickName }),
        body: t('access.member.disableText'),
        yes: t('access.member.disable'),
        danger: true,
      }))
    ) {
      // Nothing was saved, and the form must not believe it was.
      throw new DOMException('', 'AbortError');
    }
    await update.mutateAsync(values);
    onClose();
  }

  return (
    <SidePanel
      opened
      onClose={onClose}
      title={<PersonCell name={nickName} detail={member.email} />}
      dirty={form.isDirty()}
    >
      {locked ? (
        <Alert variant="light" color="gray" icon={<Lock size={18} aria-hidden />}>
          {t('access.member.ownerLocked')}
        </Alert>
      ) : (
        <ContractForm form={form} onSubmit={save} onCancel={onClose} onlyWhenDirty>
          <TextInput label={t('access.member.name')} required {...form.getInputProps('nickName')} />
          <RoleSelects
            value={form.values.roleIds}
            before={roles.map((role) => role.roleId)}
            onChange={(roleIds) => form.setFieldValue('roleIds', roleIds)}
            editor={editor}
          />
          <SeatFields form={form} />
          {editor.isOwner && (
            <Switch
              label={t('access.member.owner')}
              description={t('access.member.ownerHint')}
              {...form.getInputProps('isOwner', { type: 'checkbox' })}
            />
          )}
          <Switch
            label={t('access.member.mayEnter')}
            description={userId === editor.userId ? t('access.member.notYourself') : t('access.member.mayEnterHint')}
            disabled={userId === editor.userId}
            {...form.getInputProps('enabled', { type: 'checkbox' })}
          />
          {member.hasSecondFactor && userId !== editor.userId && <FactorReset member={member} onDone={onClose} />}
        </ContractForm>
      )}
    </SidePanel>
  );
}

/** Which seats a person holds. */
export function SeatFields<V extends { textSeat: boolean; voiceSeat: boolean } & Record<string, unknown>>({
  form,
}: {
  form: Pick<FormState<V>, 'getInputProps'>;
}) {
  const t = useText();
  return (
    <Input.Wrapper label={t('access.member.seats')} description={t('access.member.seatsHint')} labelElement="div">
      <fieldset className="access-seats" aria-label={t('access.member.seats')}>
        <Checkbox
          label={codeLabel(SeatKind, SeatKind.voice)}
          {...form.getInputProps('voiceSeat', { type: 'checkbox' })}
        />
        <Checkbox
          label={codeLabel(SeatKind, SeatKind.text)}
          {...form.getInputProps('textSeat', { type: 'checkbox' })}
        />
      </fieldset>
    </Input.Wrapper>
  );
}
