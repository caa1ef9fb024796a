import { Alert, Radio, TextInput } from '@mantine/core';
import { MailX } from 'lucide-react';
import { useState } from 'react';
import type { z } from 'zod';
import { useText } from '#platform/web/i18n.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { accessApi, type InvitationWish } from '../../contract.ts';
import { useEditor } from '../use-editor.ts';
import { useMails, type NewLink } from './invitation-ways.tsx';
import { SeatFields } from './member-panel.tsx';
import { RoleSelects } from './role-selects.tsx';

type Values = InvitationWish & Record<string, unknown>;
const EMPTY: Values = { email: '', roleIds: [], textSeat: false, voiceSeat: false };

/** Invites somebody into a role: by mail, or by a link to hand over where no mails leave. */
export function InvitePanel({ onClose, onLink }: { onClose: () => void; onLink: (made: NewLink) => void }) {
  const t = useText();
  const mails = useMails();
  const [chosen, setChosen] = useState<'mail' | 'link'>('mail');
  const by = mails === false ? 'link' : chosen;
  const form = useContractForm<Values>(accessApi.invite.input as z.ZodType<unknown, Values>, EMPTY);
  const invite = useCommand(accessApi.invite, {
    invalidates: [accessApi.invitations],
    ...(by === 'mail' ? { done: 'access.invited' as const } : {}),
    handlesFailures: true,
  });
  return (
    <SidePanel opened onClose={onClose} title={t('access.invite')} dirty={form.isDirty()}>
      <ContractForm
        form={form}
        submit={t(by === 'mail' ? 'access.inviteSend' : 'access.inviteLink')}
        onCancel={onClose}
        onSubmit={async (values) => {
          const { link } = await invite.mutateAsync({ ...values, by });
          onClose();
          if (link) onLink({ email: values.email, link });
        }}
      >
        {mails === false ? (
          <Alert variant="light" color="gray" icon={<MailX size={18} aria-hidden />}>
            {t('access.inviteNoMail')}
          </Alert>
        ) : (
          <Radio.Group
            label={t('access.inviteWay')}
            value={by}
            onChange={(way) => setChosen(way === 'link' ? 'link' : 'mail')}
          >
            <div className="access-ways">
              <Radio value="mail" label={t('access.inviteWay.mail')} description={t('access.inviteHint')} />
              <Radio value="link" label={t('access.inviteWay.link')} description={t('access.inviteWay.linkHint')} />
            </div>
          </Radio.Group>
        )}
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
