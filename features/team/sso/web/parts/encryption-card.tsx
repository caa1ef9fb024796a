import { Button } from '@mantine/core';
import { KeyRound } from 'lucide-react';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { ssoApi, type EncryptionKey } from '../../contract.ts';

/** The keys a company may encrypt for; owners make and replace them. */
export function EncryptionCard({ keys, editable }: { keys: readonly EncryptionKey[]; editable: boolean }) {
  const t = useText();
  const format = useFormat();
  const renew = useCommand(ssoApi.renewKey, { invalidates: [ssoApi.sp], done: 'sso.encryption.done' });
  const isFirst = keys.length === 0;
  if (isFirst && !editable) return null;

  async function ask(): Promise<void> {
    const isSure =
      isFirst ||
      (await confirm({
        title: t('sso.encryption.replaceTitle'),
        body: t('sso.encryption.replaceText'),
        yes: t('sso.encryption.replace'),
      }));
    if (isSure) renew.mutate({});
  }

  return (
    <Card title={t('sso.encryption.title')}>
      <p className="sso-hint">{t('sso.encryption.hint')}</p>
      <dl className="sso-facts">
        {keys.map(({ fingerprint, until }) => (
          <div key={fingerprint} style={{ display: 'contents' }}>
            <dt>{t('sso.encryption.key')}</dt>
            <dd>
              <code>{fingerprint}</code>
              <span>
                {until === null ? t('sso.encryption.inUse') : t('sso.encryption.until', { date: format.date(until) })}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      {editable && (
        <div className="sso-buttons">
          <Button
            variant="default"
            leftSection={<KeyRound size={15} aria-hidden />}
            loading={renew.isPending}
            onClick={() => void ask()}
          >
            {t(isFirst ? 'sso.encryption.make' : 'sso.encryption.replace')}
          </Button>
        </div>
      )}
    </Card>
  );
}
