import { ActionIcon, Button } from '@mantine/core';
import { Cable, Pencil, Plus, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { lazy } from '#platform/web/lazy-part.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { Card, Page } from '#platform/web/ui/page.tsx';
import { EmptyState, ErrorLine, LoadingLines } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { tenantsApi, type LentToTenants, type InstallationLine } from '../contract.ts';
import { useLiveConsole } from './use-live-console.ts';
import './tenants.css';

const LineDialog = lazy(async () => ({ default: (await import('./parts/line-dialog.tsx')).LineDialog }));
const LoanDialog = lazy(async () => ({ default: (await import('./parts/loan-dialog.tsx')).LoanDialog }));

/** What the installation lends its tenants: trunks to carriers, and the lines their phones register on. */
export default function LinesPage() {
  useLiveConsole();
  return (
    <Page>
      <div className="tenant-cards-below">
        <LentTrunks />
        <PhoneLines />
      </div>
    </Page>
  );
}

function LentTrunks() {
  const t = useText();
  const [edited, setEdited] = useState<LentToTenants | null>(null);
  const { data, error, refetch } = useEndpoint(tenantsApi.lent, {}, { handlesFailures: true });
  return (
    <Card title={t('tenants.lent.title')}>
      <p className="tenant-lead">{t('tenants.lent.lead')}</p>
      {error && !data ? (
        <ErrorLine error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingLines lines={3} />
      ) : data.length === 0 ? (
        <EmptyState icon={<Cable size={22} />} title={t('tenants.lent.none')} hint={t('tenants.lent.noneHint')} />
      ) : (
        <ul className="operator-rows">
          {data.map((trunk) => (
            <LentTrunk key={trunk.carrier} trunk={trunk} onEdit={() => setEdited(trunk)} />
          ))}
        </ul>
      )}
      <Suspense fallback={null}>{edited && <LoanDialog trunk={edited} onClose={() => setEdited(null)} />}</Suspense>
    </Card>
  );
}

function LentTrunk({ trunk, onEdit }: { trunk: LentToTenants; onEdit: () => void }) {
  const t = useText();
  const format = useFormat();
  const { name, domain, isUp, isWithdrawn, calls, tenants, usedBy } = trunk;
  return (
    <li>
      <div>
        <b>{name}</b> <small>{domain}</small>
        <p>
          {tenants === null
            ? t('tenants.lent.toAll')
            : tenants.length === 0
              ? t('tenants.lent.toNobody')
              : t('tenants.lent.to', { names: format.list(tenants.map((one) => one.name)) })}
        </p>
        <p>{t('tenants.lent.used', { count: usedBy.length })}</p>
      </div>
      <span className="figures">{t('tenants.lent.calls', { calls })}</span>
      <Badge look="dot" tone={isWithdrawn ? 'grey' : isUp ? 'green' : 'red'}>
        {t(isWithdrawn ? 'tenants.lent.withdrawn' : isUp ? 'tenants.lent.up' : 'tenants.lent.down')}
      </Badge>
      <ActionIcon data-hint={t('ui.edit')} aria-label={t('tenants.lent.edit', { name })} onClick={onEdit}>
        <Pencil size={15} aria-hidden />
      </ActionIcon>
    </li>
  );
}

function PhoneLines() {
  const t = useText();
  const { data, error, refetch } = useEndpoint(tenantsApi.lines, {}, { handlesFailures: true });
  const [edited, setEdited] = useState<InstallationLine | 'new' | null>(null);
  return (
    <Card
      title={t('tenants.line.title')}
      actions={
        <Button variant="default" leftSection={<Plus size={15} aria-hidden />} onClick={() => setEdited('new')}>
          {t('tenants.line.add')}
        </Button>
      }
    >
      <p className="tenant-lead">{t('tenants.line.lead')}</p>
      {error && !data ? (
        <ErrorLine error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingLines lines={3} />
      ) : (
        <ul className="operator-rows">
          {data.map((line) => (
            <Line key={line.id} line={line} onEdit={() => setEdited(line)} />
          ))}
        </ul>
      )}
      <Suspense fallback={null}>
        {edited && <LineDialog line={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      </Suspense>
    </Card>
  );
}

function Line({ line, onEdit }: { line: InstallationLine; onEdit: () => void }) {
  const t = useText();
  const { id, name, path, agents, isBuiltIn } = line;
  const remove = useCommand(tenantsApi.removeLine, { invalidates: [tenantsApi.lines], done: 'tenants.line.removed' });
  async function askAndRemove(): Promise<void> {
    const question = {
      title: t('tenants.line.removeTitle', { name }),
      body: t('tenants.line.removeBody', { count: agents }),
      yes: t('ui.delete'),
      danger: true,
    };
    if (await confirm(question)) remove.mutate({ id });
  }
  return (
    <li>
      <div>
        <b>{name}</b> <small>{path}</small>
        <p>{t('tenants.line.agents', { count: agents })}</p>
      </div>
      {isBuiltIn ? (
        <Badge>{t('tenants.line.builtIn')}</Badge>
      ) : (
        <span>
          <ActionIcon data-hint={t('ui.edit')} aria-label={t('tenants.line.rename', { name })} onClick={onEdit}>
            <Pencil size={15} aria-hidden />
          </ActionIcon>
          <ActionIcon
            data-hint={t('ui.delete')}
            aria-label={t('tenants.line.remove', { name })}
            loading={remove.isPending}
            onClick={() => void askAndRemove()}
          >
            <Trash2 size={15} aria-hidden />
          </ActionIcon>
        </span>
      )}
    </li>
  );
}
