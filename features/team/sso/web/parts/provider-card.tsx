import { Button } from '@mantine/core';
import { Copy, Download } from 'lucide-react';
import type { z } from 'zod';
import { saveFile } from '#platform/web/download.ts';
import { useText } from '#platform/web/i18n.ts';
import { CopyButton, copyText } from '#platform/web/ui/copy-button.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import type { ServiceProvider } from '../../contract.ts';

/** What the company's identity provider has to know about us. */
export function ProviderCard({ sp }: { sp: z.output<typeof ServiceProvider> }) {
  const t = useText();
  if (sp.companyDomain === null)
    return (
      <Card title={t('sso.sp.title')}>
        <p className="sso-hint">{t('sso.sp.noDomain')}</p>
      </Card>
    );
  const facts = [
    ['sso.sp.entityId', sp.entityId],
    ['sso.sp.acs', sp.acsUrl],
    ['sso.sp.slo', sp.sloUrl],
    ['sso.sp.redirect', sp.redirectUrl],
  ] as const;
  return (
    <Card title={t('sso.sp.title')}>
      <p className="sso-hint">{t('sso.sp.hint')}</p>
      <dl className="sso-facts">
        {facts.map(([key, value]) => (
          <div key={key} style={{ display: 'contents' }}>
            <dt>{t(key)}</dt>
            <dd>
              <code>{value}</code>
              <CopyButton value={value} label={`${t('ui.copy')}: ${t(key)}`} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="sso-buttons">
        <Button
          variant="default"
          leftSection={<Download size={15} aria-hidden />}
          onClick={() =>
            saveFile('openseat-metadata.xml', new Blob([sp.metadata], { type: 'application/samlmetadata+xml' }))
          }
        >
          {t('sso.sp.download')}
        </Button>
        <Button
          variant="default"
          leftSection={<Copy size={15} aria-hidden />}
          onClick={() => void copyText(sp.metadata)}
        >
          {t('sso.sp.copy')}
        </Button>
      </div>
    </Card>
  );
}
