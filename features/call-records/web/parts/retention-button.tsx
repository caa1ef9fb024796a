import { Button } from '@mantine/core';
import { Archive } from 'lucide-react';
import { lazy, useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { Later } from '#platform/web/ui/later.tsx';

const RetentionDialog = lazy(() => import('./retention-dialog.tsx'));

/** Opens how long recordings are kept. */
export function RetentionButton() {
  const t = useText();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<Archive size={15} aria-hidden />} onClick={() => setOpened(true)}>{t('call-records.retention.action')}</Button>
      <Later opened={opened}><RetentionDialog opened={opened} onClose={() => setOpened(false)} /></Later>
    </>
  );
}
