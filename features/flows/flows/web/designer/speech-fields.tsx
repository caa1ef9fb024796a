import { ActionIcon, Group, Select, TextInput } from '@mantine/core';
import { Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Flow, FlowSpeech } from '#core/flow/flow.ts';
import { speechUses, type SpeechUse } from '#core/speech/protocols.ts';
import { soundsApi } from '#features/flows/sounds/contract.ts';
import { openPlayer, usePlaying } from '#features/flows/sounds/web/index.ts';
import { fetchFile } from '#platform/web/download.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { useText } from '#platform/web/i18n.ts';
import { codeLabel } from '#platform/web/ui/code-badge.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { SpeechChannel } from '#shared/codes/speech-channel.ts';
import { flowsApi } from '../../contract.ts';

const teams: FlowSpeech = { recognition: null, voice: null, voices: {}, brain: null };
/** The value of a Select for what the team has. */
const TEAM = '';

/** Who hears, speaks and answers in this flow: as the team has it, unless something else is chosen. */
export function SpeechFields({
  flow,
  isLocked,
  onChange,
}: {
  flow: Flow;
  isLocked: boolean;
  onChange(speech: FlowSpeech | undefined): void;
}) {
  const t = useText();
  const channels = useEndpoint(flowsApi.speechChannels, {}, { handlesFailures: true, staleMs: 0 }).data;
  const speech = flow.speech ?? teams;
  const set = (part: Partial<FlowSpeech>): void => {
    const next = { ...speech, ...part };
    onChange(speechUses.every((use) => next[use] === null) ? undefined : next);
  };
  const offered = (use: SpeechUse) => {
    const known = (channels?.[use] ?? []).map(({ channel, name }) => ({
      value: String(channel),
      label:
        name || (channel === SpeechChannel.builtIn ? t('flows.speech.thisMachine') : codeLabel(SpeechChannel, channel)),
    }));
    const chosen = speech[use];
    const isGone = chosen !== null && channels !== undefined && !known.some(({ value }) => value === String(chosen));
    return {
      isGone,
      data: [
        { value: TEAM, label: t('flows.speech.team') },
        ...known,
        ...(isGone ? [{ value: String(chosen), label: codeLabel(SpeechChannel, chosen) }] : []),
      ],
    };
  };
  return (
    <>
      <b>{t('flows.speech')}</b>
      {speechUses.map((use) => {
        const { isGone, data } = offered(use);
        return (
          <Select
            key={use}
            label={t(`flows.speech.${use}`)}
            allowDeselect={false}
            disabled={isLocked}
            data={data}
            value={speech[use] === null ? TEAM : String(speech[use])}
            error={isGone ? t('flows.problem.goneSpeech') : undefined}
            onChange={(value) =>
              set({
                [use]: value === TEAM || value === null ? null : (Number(value) as SpeechChannel),
                ...(use === 'voice' ? { voices: {} } : {}),
              })
            }
          />
        );
      })}
      {speech.voice !== null &&
        flow.languages.map((language) => (
          <VoiceName
            key={language}
            language={language}
            sample={firstWords(flow, language)}
            channel={speech.voice!}
            name={speech.voices[language] ?? ''}
            isLocked={isLocked}
            onChange={(name) =>
              set({
                voices: Object.fromEntries(
                  Object.entries({ ...speech.voices, [language]: name }).filter(([, one]) => one !== ''),
                ),
              })
            }
          />
        ))}
    </>
  );
}

const SAMPLE_MOST = 200;

/** Something the flow says in a language, to hear how it sounds. */
function firstWords({ nodes }: Flow, language: CustomerLanguage): string {
  for (const { settings } of nodes) {
    for (const value of Object.values(settings)) {
      const words = (value as { words?: Record<string, unknown> } | null)?.words?.[language];
      if (typeof words === 'string' && words.trim() !== '')
        return words
          .replaceAll(/\{\{[^}]*\}\}/g, '')
          .trim()
          .slice(0, SAMPLE_MOST);
    }
  }
  return '1, 2, 3.';
}

/** What one voice is called, to be listened to. */
function VoiceName({
  language,
  sample,
  channel,
  name,
  isLocked,
  onChange,
}: {
  language: CustomerLanguage;
  sample: string;
  channel: SpeechChannel;
  name: string;
  isLocked: boolean;
  onChange(name: string): void;
}) {
  const t = useText();
  const mayListen = useCan()('sounds.edit');
  const [player] = useState(() => openPlayer(handleFailure));
  useEffect(() => player.stop, [player]);
  const isPlaying = usePlaying(player) !== null;
  return (
    <Group gap={6} align="flex-end" wrap="nowrap">
      <TextInput
        flex={1}
        label={t('flows.speech.voiceName', { language: codeLabel(CustomerLanguage, language) })}
        placeholder={t('flows.speech.usualVoice')}
        maxLength={100}
        disabled={isLocked}
        value={name}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {mayListen && (
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('flows.speech.listen', { language: codeLabel(CustomerLanguage, language) })}
          onClick={() =>
            void player.toggle(
              'voice',
              async () =>
                (
                  await fetchFile(soundsApi.synthesize, {
                    text: sample,
                    language,
                    voice: name.trim() || null,
                    speed: 1,
                    channel,
                  })
                ).bytes,
            )
          }
        >
          {isPlaying ? <Pause size={15} aria-hidden /> : <Play size={15} aria-hidden />}
        </ActionIcon>
      )}
    </Group>
  );
}
