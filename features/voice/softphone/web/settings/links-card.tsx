import { Button } from '@mantine/core';
import { TEL_ADDRESS } from '../popover/tel-address.ts';
import { useText } from '#platform/web/i18n.ts';
import { Card } from '#platform/web/ui/page.tsx';

/** Lets the browser open numbers of other pages here; it asks by itself, and tells nobody what was answered. */
export function LinksCard() {
  const t = useText();
  if (!('registerProtocolHandler' in navigator)) return null;
  return (
    <Card title={t('softphone.settings.links')}>
      <div className="phone-setting-facts">
        <p>{t('softphone.settings.linksHint')}</p>
        <Button
          variant="default"
          size="xs"
          onClick={() => navigator.registerProtocolHandler('tel', `${window.location.origin}${TEL_ADDRESS}`)}
        >
          {t('softphone.settings.linksOpen')}
        </Button>
      </div>
    </Card>
  );
}
