import { Progress } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { SPEECH_EMBEDDED, speechApi, type EmbeddedState } from '../contract.ts';
import './kit-notice.css';

const COMMAND = 'npm run speech';

/**
 * How far this machine's own voice is, for pages that need one: shown while it is fetched, and when that failed while somebody waited.
 * `onReady` goes on with what was waiting for it.
 */
export default function KitNotice({ onReady }: { onReady: () => void }) {
  const t = useText();
  const { data } = useEndpoint(speechApi.kit, {}, { handlesFailures: true });
  const [pushed, setPushed] = useState<EmbeddedState | null>(null);
  useEffect(
    () =>
      onEvent<EmbeddedState>(SPEECH_EMBEDDED, (now) => {
        setPushed(now);
        if (now.at === 'ready') onReady();
      }),
    [onReady],
  );
  const kit = pushed ?? data;
  if (kit?.at === 'fetching') {
    const percent = kit.totalBytes > 0 ? Math.floor((kit.doneBytes / kit.totalBytes) * 100) : 0;
    return (
      <div className="speech-kit" role="status">
        <span>{t('speech.kit.fetching', { percent })}</span>
        <Progress size="sm" value={percent} aria-label={t('speech.embedded.at.fetching')} />
      </div>
    );
  }
  // Teams with a provider never need it: that it is not there is news only to whoever saw it being fetched.
  if (pushed?.at === 'unavailable')
    return (
      <div className="speech-kit" role="alert">
        {t('speech.kit.failed', { why: pushed.why, command: COMMAND })}
      </div>
    );
  return null;
}
