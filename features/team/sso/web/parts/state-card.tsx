import { Alert, Badge, Button, Switch } from '@mantine/core';
import { CircleAlert, ExternalLink, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { fromWireTime } from '#shared/wire-time.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import { invalidate, useCommand } from '#platform/web/use-endpoint.ts';
import { ssoApi, type SsoConfig } from '../../contract.ts';
import { wishesOf } from '../settings-rules.ts';

const SOON_MS = 30 * 86_400_000;

/** Whether people sign in with the company, how it went last, and until when the certificates hold. */
export function StateCard({
  config,
  editable,
  isOwner,
}: {
  config: SsoConfig | null;
  editable: boolean;
  isOwner: boolean;
}) {
  const t = useText();
  const format = useFormat();
  const [openedMs] = useState(Date.now);
  const invalidates = [ssoApi.config, ssoApi.sp];
  const save = useCommand(ssoApi.save, { invalidates: [ssoApi.config], done: 'ui.saved' });
  const remove = useCommand(ssoApi.remove, { invalidates, done: 'sso.removed' });
  // Whoever comes back from trying it out wants to see how it went.
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && void invalidate(ssoApi.config);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);

  if (!config)
    return (
      <Card title={t('sso.state.none')}>
        <p className="sso-hint">{t('sso.state.noneHint')}</p>
      </Card>
    );
  const { companyDomain, enabled, problem, workedAt } = config;
  async function ask(): Promise<void> {
    if (
      await confirm({
        title: t('sso.removeTitle'),
        body: t('sso.removeText', { domain: companyDomain }),
        yes: t('sso.remove'),
        danger: true,
      })
    )
      remove.mutate({});
  }
  return (
    <Card
      title={t('sso.state.title', { domain: companyDomain })}
      actions={
        <Badge color={enabled ? 'green' : 'gray'} variant="light">
          {t(enabled ? 'sso.state.on' : 'sso.state.off')}
        </Badge>
      }
    >
      {problem && (
        <Alert
          color="orange"
          variant="light"
          mb="md"
          icon={<CircleAlert size={18} aria-hidden />}
          title={t('sso.problem.title', { when: format.relative(problem.at) })}
        >
          {t(`sso.problem.${problem.why}`)}
        </Alert>
      )}
      <p className="sso-hint">
        {workedAt ? t('sso.state.worked', { when: format.relative(workedAt) }) : t('sso.state.neverWorked')}
      </p>
      <dl className="sso-facts">
        <dt>{t('sso.provider')}</dt>
        <dd>
          <code>{config.idpEntityId}</code>
        </dd>
        {config.certificates.map(({ subject, fingerprint, expiresAt }) => {
          const leftMs = fromWireTime(expiresAt) - openedMs;
          const key =
            leftMs <= 0 ? 'sso.certificate.over' : leftMs < SOON_MS ? 'sso.certificate.soon' : 'sso.certificate.until';
          return (
            <div key={fingerprint} style={{ display: 'contents' }}>
              <dt>{t('sso.certificate')}</dt>
              <dd>
                <code>{subject}</code>
                <span className={leftMs < SOON_MS ? 'sso-late' : ''}>{t(key, { date: format.date(expiresAt) })}</span>
              </dd>
            </div>
          );
        })}
      </dl>
      {editable && (
        <div className="sso-buttons">
          <Switch
            label={t('sso.state.switch')}
            checked={enabled}
            disabled={save.isPending}
            onChange={(event) =>
              save.mutate({ ...wishesOf(config), enabled: event.currentTarget.checked, version: config.version })
            }
          />
          <Button
            component="a"
            href="/company?try=1"
            target="_blank"
            rel="noopener"
            variant="default"
            leftSection={<ExternalLink size={15} aria-hidden />}
          >
            {t('sso.try')}
          </Button>
          {isOwner && (
            <Button
              variant="default"
              leftSection={<Trash2 size={15} aria-hidden />}
              loading={remove.isPending}
              onClick={() => void ask()}
            >
              {t('sso.remove')}
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}
