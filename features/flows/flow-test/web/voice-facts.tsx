import { useSyncExternalStore } from 'react';
import { duration } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { CodeBadge } from '#platform/web/ui/code-badge.tsx';
import { TestConnectionStatus } from '#shared/codes/test-connection-status.ts';
import type { TestState } from '../core/test-machine.ts';
import { figuresOf } from '../core/timings.ts';

/** Who is where, how soon the flow answers, and for how long it has been talked. */
export function VoiceFacts({ state }: { state: TestState }) {
  const t = useText();
  const latency = figuresOf(state.timings.latency);
  return (
    <dl className="flow-test-facts">
      <div>
        <dt>{t('flow-test.contact')}</dt>
        <dd>
          <CodeBadge table={TestConnectionStatus} code={state.user} />
        </dd>
      </div>
      <div>
        <dt>{t('flow-test.agent')}</dt>
        <dd>
          <CodeBadge table={TestConnectionStatus} code={state.agent} />
        </dd>
      </div>
      <div>
        <dt>{t('flow-test.latency')}</dt>
        <dd>{latency ? t('flow-test.latencyFigures', { latest: latency.latest, mean: latency.mean }) : '–'}</dd>
      </div>
      <div>
        <dt>{t('flow-test.talkTime')}</dt>
        <dd className="mono">
          <TalkTime sinceMs={state.talkingSinceMs} />
        </dd>
      </div>
    </dl>
  );
}

const everySecond = (onSecond: () => void): (() => void) => {
  const timer = setInterval(onSecond, 1_000);
  return () => clearInterval(timer);
};

function TalkTime({ sinceMs }: { sinceMs: number | null }) {
  const nowSec = useSyncExternalStore(everySecond, () => Math.floor(Date.now() / 1_000));
  return duration(sinceMs === null ? 0 : nowSec - Math.floor(sinceMs / 1_000));
}
