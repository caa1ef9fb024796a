import { Button } from '@mantine/core';
import { transferEnds, type StagedAsk } from '#core/flow/staged.ts';
import { useText } from '#platform/web/i18n.ts';
import './staged-choice.css';

/** What a message of a test by voice is known by: it was spoken. */
const SPOKEN = '…';

interface StagedChoiceProps {
  asked: StagedAsk;
  /** A message is spoken, and not typed. */
  isVoice: boolean;
  onPlay(reply: string): void;
}

/** Where the test has stopped: how the transfer goes, or that the message is left. */
export function StagedChoice({ asked, isVoice, onPlay }: StagedChoiceProps) {
  const t = useText();
  const title = t(`flow-test.staged.${asked}`);
  return (
    <div className="flow-test-staged" role="group" aria-label={title}>
      <span>{title}</span>
      {asked === 'transfer' &&
        transferEnds.map((end) => (
          <Button key={end} size="xs" variant="default" onClick={() => onPlay(end)}>
            {t(`flow-test.staged.${end}`)}
          </Button>
        ))}
      {asked === 'voicemail' && isVoice && (
        <Button size="xs" variant="default" onClick={() => onPlay(SPOKEN)}>
          {t('flow-test.staged.spoken')}
        </Button>
      )}
      {asked === 'voicemail' && (
        <Button size="xs" variant="default" onClick={() => onPlay('')}>
          {t('flow-test.staged.nothing')}
        </Button>
      )}
    </div>
  );
}
