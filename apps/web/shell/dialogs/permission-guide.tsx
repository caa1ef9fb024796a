import { Anchor, Button, Group, Modal, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useText, type TextKey } from '#platform/web/i18n.ts';
import { useFocusReturn } from '#platform/web/ui/focus-return.ts';
import { BlockedMedia } from '#shared/codes/blocked-media.ts';
import { PermissionPicture } from './permission-picture.tsx';

const browsers = { chromium: 'Chrome, Edge', firefox: 'Firefox', safari: 'Safari', ios: 'iPhone, iPad' } as const;
type Browser = keyof typeof browsers;

/**
 * Whose steps to show first; all others are a press away. Every browser of an iPhone is Safari within; an iPad says that it is a
 * Macintosh, which has no touch.
 */
export function browserOf(userAgent: string, touches = 0): Browser {
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touches > 1)) return 'ios';
  if (/Firefox\//.test(userAgent)) return 'firefox';
  return /Safari\//.test(userAgent) && !/Chrom(e|ium)\//.test(userAgent) ? 'safari' : 'chromium';
}

const media = {
  audio: ['audio'],
  microphone: ['microphone'],
  both: ['audio', 'microphone'],
  notification: ['notification'],
} as const satisfies Record<BlockedMedia, readonly Exclude<BlockedMedia, 'both'>[]>;

function stepsFor(browser: Browser, blocked: BlockedMedia): TextKey[] {
  const isNotice = blocked === BlockedMedia.notification;
  const each = media[blocked].map((one) => `shell.permission.step.${browser}.${one}` as const);
  const end: TextKey = isNotice ? 'shell.permission.step.back' : 'shell.permission.step.reload';
  switch (browser) {
    case 'chromium':
      return ['shell.permission.step.chromium.open', ...each, end];
    case 'firefox':
      // Whose block was taken away is asked again, and at every visit unless the answer is kept.
      if (isNotice) return ['shell.permission.step.firefox.open', ...each, 'shell.permission.step.firefox.again'];
      return blocked === BlockedMedia.audio
        ? ['shell.permission.step.firefox.open', ...each, end]
        : ['shell.permission.step.firefox.open', ...each, end, 'shell.permission.step.firefox.remember'];
    case 'safari':
      return isNotice ? [...each, end] : ['shell.permission.step.safari.open', ...each, end];
    case 'ios':
      if (isNotice) return [...each, end];
      // Sound has no setting there, and a page that was loaded anew is silent until it is touched.
      return [
        ...(blocked === BlockedMedia.audio
          ? []
          : (['shell.permission.step.ios.open', 'shell.permission.step.ios.microphone', end] as const)),
        ...(blocked === BlockedMedia.microphone ? [] : (['shell.permission.step.ios.audio'] as const)),
      ];
  }
}

/** Where the setting is found beside the address, as it is drawn. */
const isBesideAddress = (browser: Browser): boolean => browser === 'chromium' || browser === 'firefox';

/** Shows how to let the site have sound, microphone, both or notices, for the browser in use. */
export function PermissionGuide({ blocked, onClose }: { blocked: BlockedMedia; onClose: () => void }) {
  const t = useText();
  useFocusReturn(true);
  const [browser, setBrowser] = useState<Browser>(() => browserOf(navigator.userAgent, navigator.maxTouchPoints));
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`shell.permission.${blocked}.title`)}
      size={520}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Text c="dimmed">{t(`shell.permission.${blocked}.body`)}</Text>
      {isBesideAddress(browser) && <PermissionPicture media={media[blocked]} />}
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
