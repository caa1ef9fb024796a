import { Button, SegmentedControl } from '@mantine/core';
import { HeadphoneOff, UserRoundCheck } from 'lucide-react';
import { callTimes, clockText } from '#core/phone/call-clock.ts';
import type { MonitorMode } from '#core/telephony/telephony.port.ts';
import { useText } from '#platform/web/i18n.ts';
import { altKeyText } from '#platform/web/keyboard.ts';
import { usePhoneDesk, type PhoneView } from '../../desk/phone-desk.ts';
import { useNow } from '../../now.ts';
import { Shortcut } from '../../shortcuts.ts';
import { monitorModes, useMonitorPart } from './use-monitor-part.ts';
import { liveOf, whoCalls } from './who.ts';

/** Listening to a colleague's call: who talks with whom, since when, who of them hears me, and a way to take it over. */
export function MonitoredCall({ view }: { view: PhoneView }) {
  const t = useText();
  const desk = usePhoneDesk();
  const call = view.phone.call!;
  const { talkedMs } = callTimes(view.phone, useNow());
  const who = whoCalls(view);
  const part = useMonitorPart(view);
  return (
    <>
      <div className="call-card" data-tone="red">
        <span className="call-state">{t('softphone.call.monitoring')}</span>
        <dl className="monitored">
          <dt>{t('softphone.monitor.agent')}</dt>
          <dd>{liveOf(view)?.agentName ?? '–'}</dd>
          <dt>{t('softphone.monitor.customer')}</dt>
          <dd>{who.title || '–'}</dd>
        </dl>
        <span className="call-timer timer" role="timer" aria-label={t('softphone.call.duration')}>
          {clockText(talkedMs ?? 0)}
        </span>
      </div>
      <SegmentedControl
        fullWidth
        aria-label={t('softphone.monitor.mode')}
        value={part.mode}
        data={monitorModes.map((mode) => ({ value: mode, label: t(`softphone.monitor.${mode}`) }))}
        onChange={(mode) => part.choose(mode as MonitorMode)}
      />
      <p className="monitor-hint">{t(`softphone.monitor.${part.mode}Hint`)}</p>
      <Button
        variant="default"
        fullWidth
        leftSection={<UserRoundCheck size={16} aria-hidden />}
        disabled={call.at !== 'talking'}
        loading={part.isTakingOver}
        onClick={part.takeOver}
      >
        {t('softphone.monitor.takeOver')}
      </Button>
      <Button
        className="call-end"
        color="red"
        size="md"
        fullWidth
        leftSection={<HeadphoneOff size={17} aria-hidden />}
        loading={call.at === 'ending'}
        aria-keyshortcuts={`Alt+${Shortcut.hangUp}`}
        data-hint={altKeyText(Shortcut.hangUp)}
        onClick={() => desk?.press({ type: 'hangUpPressed' })}
      >
        {t('softphone.monitor.stop')}
      </Button>
    </>
  );
}
