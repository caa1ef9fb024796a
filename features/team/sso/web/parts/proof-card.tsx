import type { z } from 'zod';
import { useText } from '#platform/web/i18n.ts';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import type { ServiceProvider } from '../../contract.ts';

/** What to write into DNS before a domain can be used; nothing once all of them are proven. */
export function ProofCard({ proofs }: { proofs: z.output<typeof ServiceProvider>['proofs'] }) {
  const t = useText();
  const open = proofs.filter(({ proven }) => !proven);
  if (open.length === 0) return null;
  return (
    <Card title={t('sso.proof.title')}>
      <p className="sso-hint">{t('sso.proof.hint')}</p>
      {open.map(({ domain, name, value }) => (
        <dl className="sso-facts" key={domain} aria-label={domain}>
          <dt>{t('sso.proof.name')}</dt>
          <dd>
            <code>{name}</code>
            <CopyButton value={name} label={`${t('ui.copy')}: ${t('sso.proof.name')}`} />
          </dd>
          <dt>{t('sso.proof.value')}</dt>
          <dd>
            <code>{value}</code>
            <CopyButton value={value} label={`${t('ui.copy')}: ${t('sso.proof.value')}`} />
          </dd>
        </dl>
      ))}
    </Card>
  );
}
