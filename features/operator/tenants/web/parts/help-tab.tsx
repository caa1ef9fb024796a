import { Alert, Button } from '@mantine/core';
import { DoorOpen, Hand } from 'lucide-react';
import { Suspense, useState } from 'react';
import { departure } from '#platform/web/failure-handler.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { lazy } from '#platform/web/lazy-part.ts';
import { ownSession, session } from '#platform/web/session.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import { EmptyState } from '#platform/web/ui/states.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { HOME } from '#core/shell/address.ts';
import { tenantsApi, type TenantDetail, type TenantHelp } from '../../contract.ts';
import { helpStage, type HelpStage } from '#core/operator/help-stage.ts';

const AskHelpPanel = lazy(async () => ({ default: (await import('./ask-help-panel.tsx')).AskHelpPanel }));

const tones = { open: 'green', asked: 'blue', over: 'grey' } as const satisfies Record<HelpStage, string>;

/** Help inside a tenant: asked for, allowed by its owners for an hour, entered. */
export function HelpTab({ tenant }: { tenant: TenantDetail }) {
  const t = useText();
  const [isAsking, setAsking] = useState(false);
  const open = tenant.helps.find(({ isOpen }) => isOpen);
  const isAsked = tenant.helps.some((help) => helpStage(help) === 'asked');
  return (
    <Card
      title={t('tenants.help.title')}
      actions={
        tenant.state === 'active' && (
          <Button
            variant="default"
            leftSection={<Hand size={15} aria-hidden />}
            disabled={isAsked}
            onClick={() => setAsking(true)}
          >
            {t('tenants.help.ask')}
          </Button>
        )
      }
    >
      <p className="tenant-lead">{t('tenants.help.lead')}</p>
      {open && <Enter tenant={tenant} help={open} />}
      {tenant.helps.length === 0 ? (
        <EmptyState icon={<Hand size={22} />} title={t('tenants.help.none')} hint={t('tenants.help.noneHint')} />
      ) : (
        <ul className="tenant-helps">
          {tenant.helps.map((help) => (
            <Asked key={help.id} help={help} />
          ))}
        </ul>
      )}
      <Suspense fallback={null}>
        {isAsking && <AskHelpPanel tenant={tenant} onClose={() => setAsking(false)} />}
      </Suspense>
    </Card>
  );
}

function Enter({ tenant: { id, name }, help }: { tenant: TenantDetail; help: TenantHelp }) {
  const t = useText();
  const format = useFormat();
  const enter = useCommand(tenantsApi.enterHelp, {
    invalidates: [tenantsApi.detail],
    onDone({ token }) {
      // The way back: what one did here goes on where it was.
      ownSession.keep(session.token() ?? '', `/operator/tenants/${id}?tab=help`, name);
      session.start(token);
      departure.go(HOME);
    },
  });
  return (
    <Alert
      className="tenant-standing"
      variant="light"
      role="status"
      color="green"
      icon={<DoorOpen size={18} aria-hidden />}
    >
      <p className="tenant-lead">{t('tenants.help.mayEnter', { name, until: format.time(help.until) })}</p>
      <Button loading={enter.isPending} onClick={() => enter.mutate({ id })}>
        {t('tenants.help.enter')}
      </Button>
    </Alert>
  );
}

function Asked({ help }: { help: TenantHelp }) {
  const t = useText();
  const format = useFormat();
  const stage = helpStage(help);
  const facts = [
    help.askedBy
      ? t('tenants.help.askedBy', { name: help.askedBy, when: format.dateTime(help.askedAt) })
      : t('tenants.help.offered', { when: format.dateTime(help.askedAt) }),
    help.grantedAt ? t('tenants.help.grantedBy', { name: help.grantedBy, until: format.dateTime(help.until) }) : '',
    help.endedAt ? t('tenants.help.endedBy', { name: help.endedBy || '–', when: format.dateTime(help.endedAt) }) : '',
  ];
  return (
    <li>
      <Badge look="dot" tone={tones[stage]}>
        {t(`tenants.help.stage.${stage}`)}
      </Badge>
      <div>
        {help.why && <p>{help.why}</p>}
        <small>{facts.filter(Boolean).join(' · ')}</small>
      </div>
    </li>
  );
}
