import { ActionIcon } from '@mantine/core';
import { Archive } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { lazy } from '#platform/web/lazy-part.ts';
import { Later } from '#platform/web/ui/mount-on-open.tsx';

const RetentionDialog = lazy(() => import('./retention-dialog.tsx'));

/** Opens how long recordings are kept. */
export function RetentionButton() {
  const t = useText();
  const name = t('call-records.retention.action');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <ActionIcon variant="default" aria-label={name} data-hint={name} onClick={() => setOpened(true)}>
        <Archive size={16} aria-hidden />
      </ActionIcon>
      <Later opened={opened}>
        <RetentionDialog opened={opened} onClose={() => setOpened(false)} />
      </Later>
    </>
  );
}
