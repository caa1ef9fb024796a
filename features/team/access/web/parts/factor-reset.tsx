import { Button } from '@mantine/core';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { accessApi, type Member } from '../../contract.ts';

/** Helps somebody in again whose phone and recovery codes are gone. */
export function FactorReset({ member, onDone }: { member: Member; onDone: () => void }) {
  const t = useText();
  const reset = useCommand(accessApi.resetSecondFactor, {
    invalidates: [accessApi.members],
    done: 'access.member.factorReset',
    onDone,
  });
  async function ask(): Promise<void> {
    const question = {
      title: t('access.member.resetFactorTitle', { name: member.nickName }),
      body: t(member.isOwner ? 'access.member.resetFactorOwner' : 'access.member.resetFactorText'),
      yes: t('access.member.resetFactor'),
      danger: true,
    };
    if (await confirm(question)) reset.mutate({ userId: member.userId });
  }
  return (
    <div>
      <Button variant="default" loading={reset.isPending} onClick={() => void ask()}>
        {t('access.member.resetFactor')}
      </Button>
    </div>
  );
}
