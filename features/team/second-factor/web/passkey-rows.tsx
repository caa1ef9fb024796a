import { Button, Group } from '@mantine/core';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { IconRow } from '#platform/web/ui/icon-rows.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { secondFactorApi, type OwnFactors } from '../contract.ts';
import { PasskeyNameDialog } from './passkey-name-dialog.tsx';
import { showUnlessLeft } from './show-unless-left.ts';

type Passkey = OwnFactors['passkeys'][number];

/** The passkeys of the viewer, each by its name and last use. */
export function PasskeyRows({ own }: { own: OwnFactors }) {
  return own.passkeys.map((passkey) => <PasskeyRow key={passkey.id} passkey={passkey} isFixed={own.isCompany} />);
}

function PasskeyRow({ passkey, isFixed }: { passkey: Passkey; isFixed: boolean }) {
  const t = useText();
  const format = useFormat();
  const [isRenaming, setRenaming] = useState(false);
  const remove = useCommand(secondFactorApi.removePasskey, {
    invalidates: [secondFactorApi.own],
    done: 'second-factor.passkey.removed',
    onFailed: showUnlessLeft,
  });
  async function askRemove(): Promise<void> {
    const question = {
      title: t('second-factor.passkey.removeTitle', { name: passkey.name }),
      body: t('second-factor.passkey.removeBody'),
      yes: t('second-factor.totp.remove'),
      danger: true,
    };
    if (await confirm(question)) remove.mutate({ id: passkey.id });
  }
  const used = passkey.lastUsedAt
    ? t('second-factor.totp.used', { when: format.relative(passkey.lastUsedAt) })
    : t('second-factor.totp.unused');
  return (
    <IconRow
      icon={Fingerprint}
      name={passkey.name}
      detail={`${t('second-factor.passkey.since', { when: format.date(passkey.since) })} · ${used}`}
      action={
        !isFixed && (
          <Group gap="xs">
            <Button
              variant="default"
              size="xs"
              aria-label={t('second-factor.passkey.renameLabel', { name: passkey.name })}
              onClick={() => setRenaming(true)}
            >
              {t('second-factor.passkey.rename')}
            </Button>
            <Button
              variant="default"
              size="xs"
              loading={remove.isPending}
              aria-label={t('second-factor.passkey.removeLabel', { name: passkey.name })}
              onClick={() => void askRemove()}
            >
              {t('second-factor.totp.remove')}
            </Button>
            {isRenaming && <PasskeyNameDialog passkey={passkey} onClose={() => setRenaming(false)} />}
          </Group>
        )
      }
    />
  );
}
