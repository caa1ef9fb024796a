import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { SeatOnline } from '#shared/codes/seat-online.ts';
import { textOf, useText } from '#platform/web/i18n.ts';
import { ChoiceList, useDropdown } from '#platform/web/ui/dropdown.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { seatsApi } from '../contract.ts';
import { seatQueue, useSeatWait } from './seat-queue.ts';
import { useSwitchOnline } from './use-online.ts';
import '#platform/web/ui/badges.css';
import './seat-menu.css';

const choices = [SeatOnline.online, SeatOnline.offline] as const;

/** [SHELL-13] Whether the text seat takes conversations. */
export default function SeatMenu() {
  const t = useText();
  const [opened, setOpened] = useState(false);
  const { button, opening } = useDropdown('menu', opened, setOpened);
  const { data } = useEndpoint(seatsApi.onlineStatus, {}, { handlesFailures: true });
  const isWaiting = useSeatWait().text !== null;
  const switchTo = useSwitchOnline();
  if (!data) return null;
  const { key, tone } = SeatOnline.row(data.online_status);
  const state = isWaiting ? t('seats.waiting') : textOf(key);
  const choose = (code: SeatOnline): void =>
    isWaiting && code === SeatOnline.offline ? void seatQueue.giveUp('text') : switchTo(code);
  return (
    <>
      <button
        type="button"
        {...button}
        className="seat-menu"
        data-tone={isWaiting ? 'warning' : tone}
        aria-label={t('seats.menuNow', { state })}
      >
        <i aria-hidden />
        <span>{state}</span>
        <ChevronDown size={14} aria-hidden />
      </button>
      <ChoiceList
        opening={opening}
        label={t('seats.choose')}
        choices={choices.map((code) => ({ value: String(code), label: textOf(SeatOnline.row(code).key) }))}
        value={isWaiting ? '' : String(data.online_status)}
        onChoose={(code) => choose(Number(code) as SeatOnline)}
      />
    </>
  );
}
