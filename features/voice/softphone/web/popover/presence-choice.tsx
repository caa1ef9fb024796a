import { SegmentedControl } from '@mantine/core';
import type { AgentStatus } from '#shared/codes/agent-status.ts';
import { Presence } from '#shared/codes/presence.ts';
import { textOf, useText } from '#platform/web/i18n.ts';
import { presenceOf, statusOfPresence } from '../../core/presence.ts';
import { usePhoneDesk } from '../desk/phone-desk.ts';

/** [PHONE-18] Free or busy, where one dials; which break it is says the status in the header. */
export function PresenceChoice({ status }: { status: AgentStatus }) {
  const t = useText();
  const desk = usePhoneDesk();
  return (
    <SegmentedControl
      fullWidth
      size="xs"
      aria-label={t('softphone.presence')}
      value={String(presenceOf(status) ?? '')}
      data={Presence.rows.map(({ code, key, tone }) => ({
        value: String(code),
        label: (
          <span className="presence-option">
            <i className="line-dot" data-tone={tone} aria-hidden />
            {textOf(key)}
          </span>
        ),
      }))}
      onChange={(chosen) => desk?.chooseStatus(statusOfPresence(Number(chosen) as Presence))}
    />
  );
}
