import { Button, SegmentedControl } from '@mantine/core';
import { HeadphoneOff } from 'lucide-react';
import { callTimes, clockText } from '#core/phone/call-clock.ts';
import { MonitorAction } from '#shared/codes/monitor-action.ts';
import { textOf, useText } from '#platform/web/i18n.ts';
import { altKeyText } from '#platform/web/keyboard.ts';
import { usePhoneDesk, type PhoneView } from '../../desk/phone-desk.ts';
import { useNow } from '../../now.ts';
import { Shortcut } from '../../shortcuts.ts';
import { liveOf, whoCalls } from './who.ts';

/** Listening to a colleague's call: who talks with whom, since when, and whether the colleague hears me. */
export function MonitoredCall({ view }: { view: PhoneView }) {
  const t = useText();
  const desk = usePhoneDesk();
  const call = view.phone.call!;
  const { talkedMs } = callTimes(view.phone, useNow());
  const who = whoCalls(view);
  return (
    <>
      <div className="call-card" data-tone="red">
        <span className="call-state">{t('softphone.call.monitoring')}</span>
        <dl className="monitored">
          <dt>{t('softphone.monitor.agent')}</dt><dd>{liveOf(view)?.agentName ?? '–'}</dd>
          <dt>{t('softphone.monitor.customer')}</dt><dd>{who.title || '–'}</dd>
        </dl>
        <span className="call-timer timer" role="timer" aria-label={t('softphone.call.duration')}>{clockText(talkedMs ?? 0)}</span>
      </div>
      <SegmentedControl fullWidth aria-label={t('softphone.monitor.mode')} value={call.monitor!.action} data={MonitorAction.rows.map(({ code, key }) => ({ value: code, label: textOf(key) }))} onChange={(action) => desk?.press({ type: 'monitorSwitched', action: action as MonitorAction })} />
      <p className="monitor-hint">{t(`softphone.monitor.${call.monitor!.action}Hint`)}</p>
      <Button className="call-end" color="red" size="md" fullWidth leftSection={<HeadphoneOff size={17} aria-hidden />} loading={call.at === 'ending'} aria-keyshortcuts={`Alt+${Shortcut.hangUp}`} data-hint={altKeyText(Shortcut.hangUp)} onClick={() => desk?.press({ type: 'hangUpPressed' })}>{t('softphone.monitor.stop')}</Button>
    </>
  );
}
