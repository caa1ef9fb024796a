import { equipmentParts, type EquipmentFacts, type EquipmentVerdict } from '#core/equipment/equipment.ts';
import { text } from '#platform/web/i18n.ts';

const yesNo = (value: boolean | null): string =>
  value === null ? '–' : text(value ? 'equipment-check.yes' : 'equipment-check.no');

/** The facts of one part, by name. */
export function factLines({
  microphone,
  speaker,
  browser,
  network,
}: EquipmentFacts): Record<(typeof equipmentParts)[number], [string, string][]> {
  const relay = network.relay === null ? '–' : text(`equipment-check.relay.${network.relay}`);
  return {
    microphone: [
      [text('equipment-check.fact.device'), microphone.name || '–'],
      [text('equipment-check.fact.devices'), String(microphone.devices)],
      [text('equipment-check.fact.seen'), yesNo(microphone.seen)],
    ],
    speaker: [
      [text('equipment-check.fact.device'), speaker.name || '–'],
      [text('equipment-check.fact.played'), yesNo(speaker.played)],
      [text('equipment-check.fact.heard'), yesNo(speaker.heard)],
    ],
    browser: [
      [text('equipment-check.fact.browser'), [browser.name, browser.system].filter(Boolean).join(', ') || '–'],
      [text('equipment-check.fact.webSockets'), yesNo(browser.webSockets)],
      [text('equipment-check.fact.audioContext'), yesNo(browser.audioContext)],
      [text('equipment-check.fact.microphoneAllowed'), yesNo(browser.microphoneAllowed)],
    ],
    network: [
      [
        text('equipment-check.fact.latency'),
        network.echoMs === null ? '–' : text('equipment-check.ms', { ms: network.echoMs }),
      ],
      [text('equipment-check.fact.socket'), yesNo(network.socketStatus === 0)],
      [text('equipment-check.fact.udp'), yesNo(network.udp)],
      [text('equipment-check.fact.relay'), relay],
      [
        text('equipment-check.fact.call'),
        network.call === null
          ? text('equipment-check.notMade')
          : network.call.mos === null
            ? yesNo(network.call.answered)
            : `MOS ${network.call.mos.toFixed(2)}`,
      ],
    ],
  };
}

/** The whole result as plain lines, for whoever helps: when, who, what is normal and what is not, and why. */
export function resultText(
  facts: EquipmentFacts,
  verdict: EquipmentVerdict,
  { at, who }: { at: string; who: string },
): string {
  const lines = factLines(facts);
  return [
    text('equipment-check.copied.title', { who, at }),
    ...equipmentParts.flatMap((part) => [
      '',
      `${text(`equipment-check.part.${part}`)}: ${text(verdict[part].normal ? 'equipment-check.normal' : 'equipment-check.abnormal')}`,
      ...verdict[part].reasons.map((reason) => `! ${text(`equipment-check.reason.${reason}`)}`),
      ...lines[part].map(([name, value]) => `- ${name}: ${value}`),
    ]),
  ].join('\n');
}
