import { Loader } from '@mantine/core';
import { CircleCheck, CircleX } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { EquipmentFacts } from '#core/equipment/equipment.ts';
import { checkSource } from '../../check-parts.ts';
import type { PhoneDesk } from '#features/voice/softphone/web/index.ts';
import { useText } from '#platform/web/i18n.ts';
import { measureNetwork } from '../measure.ts';

type Network = EquipmentFacts['network'];

/** The browser's facts, and the network while it is measured. */
export function NetworkStep({
  desk,
  browser,
  onDone,
}: {
  desk: PhoneDesk;
  browser: EquipmentFacts['browser'];
  onDone: (network: Network) => void;
}) {
  const t = useText();
  const [known, setKnown] = useState<Partial<Network> & { isCalling?: boolean }>({});
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const sink = desk.sound.devices().speaker.used;
    void checkSource
      .parts()
      .then((parts) =>
        measureNetwork({
          parts,
          sink,
          signal,
          line: () => ({ isLinked: desk.view().isLinked, isRefused: desk.view().phone.account.is === 'refused' }),
          onProgress: (part) => !signal.aborted && setKnown((before) => ({ ...before, ...part })),
        }),
      )
      .then((network) => !signal.aborted && onDone(network));
    return () => ending.abort();
    // Measured once, with the step.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const { echoMs, socketStatus, udp } = known;
  return (
    <ul className="equipment-facts" aria-label={t('equipment-check.step.network')}>
      <Fact
        name={[browser.name, browser.system].filter(Boolean).join(', ') || t('equipment-check.part.browser')}
        isGood={browser.webSockets && browser.audioContext}
      />
      <Fact
        name={t('equipment-check.fact.latency')}
        isGood={echoMs === undefined ? null : echoMs !== null}
        {...(typeof echoMs === 'number' ? { value: t('equipment-check.ms', { ms: echoMs }) } : {})}
      />
      <Fact name={t('equipment-check.fact.socket')} isGood={socketStatus === undefined ? null : socketStatus === 0} />
      <Fact name={t('equipment-check.fact.udp')} isGood={udp === undefined ? null : udp === true} />
      <Fact name={known.isCalling ? t('equipment-check.calling') : t('equipment-check.fact.call')} isGood={null} />
    </ul>
  );
}

const Fact = ({ name, isGood, value }: { name: string; isGood: boolean | null; value?: string }) => (
  <li data-good={isGood ?? undefined}>
    {isGood === null ? (
      <Loader size={15} aria-hidden />
    ) : isGood ? (
      <CircleCheck size={16} aria-hidden />
    ) : (
      <CircleX size={16} aria-hidden />
    )}
    <span>{name}</span>
    {value && <b>{value}</b>}
  </li>
);
