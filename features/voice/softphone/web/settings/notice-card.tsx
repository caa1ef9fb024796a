import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import type { PhoneNotice } from '#core/phone/phone-sound.port.ts';
import { useText } from '#platform/web/i18n.ts';
import { shellDialogs } from '#platform/web/shell-dialogs.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { BlockedMedia } from '#shared/codes/blocked-media.ts';
import { StateLine } from './state-line.tsx';

const guide = () => shellDialogs.show({ kind: 'permission', blocked: BlockedMedia.notification });

/** Whether calls are seen while the person looks at something else. */
export function NoticeCard({ notice }: { notice: PhoneNotice }) {
  const t = useText();
  const permission = useSyncExternalStore(notice.onChange, notice.permission);
  const test = () =>
    notice.show({ title: t('softphone.desk.incoming'), body: t('softphone.notice.example') }, () => {});
  const ask = async () => {
    if (!(await notice.ask()) && notice.permission() === 'denied') guide();
  };
  return (
    <Card title={t('softphone.settings.notices')}>
      <StateLine isGood={permission === 'granted'} text={t(`softphone.notice.${permission}`)}>
        {permission === 'granted' && (
          <Button size="xs" variant="default" onClick={test}>
            {t('softphone.notice.test')}
          </Button>
        )}
        {permission === 'prompt' && (
          <Button size="xs" onClick={() => void ask()}>
            {t('softphone.microphone.allow')}
          </Button>
        )}
        {permission === 'denied' && (
          <Button size="xs" variant="default" onClick={guide}>
            {t('softphone.settings.how')}
          </Button>
        )}
      </StateLine>
    </Card>
  );
}
