import { Button } from '@mantine/core';
import { FlaskConical } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { SpeechUse } from '#core/speech/protocols.ts';
import { language as pageLanguage, useText } from '#platform/web/i18n.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { speechApi, type SpeechTest } from '../../contract.ts';

/** Really calls a provider, and says what came of it; a voice is played. */
export function ProviderTestButton({
  id,
  use,
  name,
  language,
}: {
  id: number | null;
  use: SpeechUse;
  name: string;
  language: CustomerLanguage | null;
}) {
  const t = useText();
  const test = useCommand(speechApi.test);
  const spoken = language ?? (pageLanguage().slice(0, 2) as CustomerLanguage);
  return (
    <>
      <Button
        size="xs"
        variant="subtle"
        loading={test.isPending}
        leftSection={<FlaskConical size={14} aria-hidden />}
        aria-label={t('speech.testOne', { name, use: t(`speech.use.${use}`) })}
        onClick={() => test.mutate({ use, language: spoken, ...(id !== null && { id }) })}
      >
        {t('speech.test')}
      </Button>
      <output className="speech-outcome" aria-live="polite">
        {test.isPending ? t('speech.testing') : test.data && <Outcome use={use} test={test.data} />}
      </output>
    </>
  );
}

function Outcome({ use, test }: { use: SpeechUse; test: SpeechTest }) {
  const t = useText();
  if (test.trouble !== null) return <span className="speech-trouble">{t(`speech.trouble.${test.trouble}`)}</span>;
  const { said, text } = test;
  return (
    <>
      <span>{t('speech.tested', { first: test.firstByteMs ?? test.totalMs, total: test.totalMs })}</span>
      {use === 'recognition' && (
        <span>{text === '' ? t('speech.testHeardNothing', { said }) : t('speech.testHeard', { said, text })}</span>
      )}
      {use === 'brain' && <span>{t('speech.testAnswered', { said, text })}</span>}
      {test.wav !== '' && <Sound wav={test.wav} said={said} label={t('speech.testListen')} />}
    </>
  );
}

/** Played at once: whoever pressed the button wants to hear it. What it says stands beside. */
function Sound({ wav, said, label }: { wav: string; said: string; label: string }) {
  const player = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(
      new Blob([Uint8Array.from(atob(wav), (letter) => letter.charCodeAt(0))], { type: 'audio/wav' }),
    );
    player.current!.src = url;
    return () => URL.revokeObjectURL(url);
  }, [wav]);
  return (
    <>
      <span>{said}</span>
      <audio ref={player} controls autoPlay aria-label={label}>
        <track kind="captions" />
      </audio>
    </>
  );
}
