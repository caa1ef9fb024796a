import { TextInput } from '@mantine/core';
import type { z } from 'zod';
import { useText } from '#platform/web/i18n.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { accessApi, type InvitationWish } from '../../contract.ts';
import { useEditor } from '../use-editor.ts';
import { SeatFields } from './member-panel.tsx';
import { RoleSelects } from './role-selects.tsx';

type Values = InvitationWish & Record<string, unknown>;
const EMPTY: Values = { email: '', roleIds: [], textSeat: false, voiceSeat: false };

/** Invites somebody by mail into a role. */
export function InvitePanel({ onClose }: { onClose: () => void }) {
  const t = useText();
  const form = useContractForm<Values>(accessApi.invite.input as z.ZodType<unknown, Values>, EMPTY);
  const invite = useCommand(accessApi.invite, {
    invalidates: [accessApi.invitations],
    done: 'access.invited',
    handlesFailures: true,
  });
  return (
    <SidePanel opened onClose={onClose} title={t('access.invite')} dirty={form.isDirty()}>
      <ContractForm
        form={form}
        submit={t('access.inviteSend')}
        onCancel={onClose}
        onSubmit={async (values) => {
          await invite.mutateAsync(values);
          onClose();
        }}
      >
        <p className="access-hint">{t('access.inviteHint')}</p>
        <TextInput
          type="email"
          label={t('access.email')}
          required
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        <RoleSelects
          value={form.values.roleIds}
          onChange={(roleIds) => form.setFieldValue('roleIds', roleIds)}
          editor={useEditor()}
          error={form.errors['roleIds']}
        />
        <SeatFields form={form} />
      </ContractForm>
    </SidePanel>
  );
}
