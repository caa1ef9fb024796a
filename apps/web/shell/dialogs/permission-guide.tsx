import { Anchor, Button, Group, Modal, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useText, type TextKey } from '#platform/web/i18n.ts';
import { useFocusReturn } from '#platform/web/ui/focus-return.ts';
import { BlockedMedia } from '#shared/codes/blocked-media.ts';
import { PermissionPicture } from './permission-picture.tsx';

const browsers = { chromium: 'Chrome, Edge', firefox: 'Firefox', safari: 'Safari' } as const;
type Browser = keyof typeof browsers;

/** Whose steps to show first; all three are a press away. */
export function browserOf(userAgent: string): Browser {
  if (/Firefox\//.test(userAgent)) return 'firefox';
  return /Safari\//.test(userAgent) && !/Chrom(e|ium)\//.test(userAgent) ? 'safari' : 'chromium';
}

const media = {
  audio: ['audio'],
  microphone: ['microphone'],
  both: ['audio', 'microphone'],
  notification: ['notification'],
} as const satisfies Record<BlockedMedia, readonly Exclude<BlockedMedia, 'both'>[]>;

const stepsFor = (browser: Browser, blocked: BlockedMedia): TextKey[] => [
  `shell.permission.step.${browser}.open`,
  ...media[blocked].map((one) => `shell.permission.step.${browser}.${one}` as const),
  blocked === BlockedMedia.notification ? 'shell.permission.step.back' : 'shell.permission.step.reload',
];

/** Shows how to let the site have sound, microphone, both or notices, for the browser in use. */
export function PermissionGuide({ blocked, onClose }: { blocked: BlockedMedia; onClose: () => void }) {
  const t = useText();
  useFocusReturn(true);
  const [browser, setBrowser] = useState<Browser>(() => browserOf(navigator.userAgent));
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`shell.permission.${blocked}.title`)}
      size={520}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Text c="dimmed">{t(`shell.permission.${blocked}.body`)}</Text>
      <PermissionPicture media={media[blocked]} />
      <SegmentedControl
        fullWidth
        aria-label={t('shell.permission.browser')}
        value={browser}
        data={Object.entries(browsers).map(([value, label]) => ({ value, label }))}
        onChange={(value) => setBrowser(value as Browser)}
      />
      <ol className="permission-steps">
        {stepsFor(browser, blocked).map((step) => (
          <li key={step}>{t(step)}</li>
        ))}
      </ol>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Anchor component={Link} to="/help" mr="auto" onClick={onClose}>
          {t('shell.permission.help')}
        </Anchor>
        <Button variant="default" onClick={onClose}>
          {t('shell.permission.later')}
        </Button>
        {blocked !== BlockedMedia.notification && (
          <Button onClick={() => window.location.reload()}>{t('shell.permission.reload')}</Button>
        )}
      </Group>
    </Modal>
  );
}
