import { Button, Progress } from '@mantine/core';
import { useText } from '#platform/web/i18n.ts';
import { Badge, codeLabel } from '#platform/web/ui/code-badge.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { speechApi, type EmbeddedState, type SpeechSettings } from '../../contract.ts';
import '#platform/web/ui/fact-list.css';

const tones = { ready: 'green', missing: 'grey', fetching: 'blue', unavailable: 'warning' } as const;
const megabytes = (bytes: number): number => Math.round(bytes / 1_000_000);

/** What this machine does by itself, how far it is, and the button that has it fetched. */
export function EmbeddedCard({
  state: embedded,
  can,
  onState,
}: {
  state: EmbeddedState;
  can: Pick<SpeechSettings['embedded'], 'hears' | 'hearsPhrases' | 'speaks'>;
  onState: (state: EmbeddedState) => void;
}) {
  const t = useText();
  const prepare = useCommand(speechApi.prepare, { onDone: onState });
  const names = (languages: readonly CustomerLanguage[]): string =>
    languages.map((language) => codeLabel(CustomerLanguage, language)).join(', ') || t('speech.embedded.nothing');
  const share =
    embedded.at === 'fetching' && embedded.totalBytes > 0
      ? Math.min(100, (embedded.doneBytes / embedded.totalBytes) * 100)
      : 0;
  return (
    <Card
      title={t('speech.embedded')}
      actions={<Badge tone={tones[embedded.at]}>{t(`speech.embedded.at.${embedded.at}`)}</Badge>}
    >
      <p className="speech-note">{t('speech.embedded.lead')}</p>
      <dl className="fact-list">
        <div>
          <dt>{t('speech.embedded.hears')}</dt>
          <dd>{names(can.hears)}</dd>
        </div>
        {can.hearsPhrases.length > 0 && (
          <div>
            <dt>{t('speech.embedded.hearsPhrases')}</dt>
            <dd>{names(can.hearsPhrases)}</dd>
          </div>
        )}
        <div>
          <dt>{t('speech.embedded.speaks')}</dt>
          <dd>{names(can.speaks)}</dd>
        </div>
      </dl>
      {embedded.at === 'fetching' && (
        <div className="speech-progress">
          <Progress value={share} aria-label={t('speech.embedded.at.fetching')} />
          <small>
            {t('speech.embedded.progress', {
              done: megabytes(embedded.doneBytes),
              total: megabytes(embedded.totalBytes),
            })}
          </small>
        </div>
      )}
      {embedded.at === 'missing' && <p className="speech-note">{t('speech.embedded.missing')}</p>}
      {embedded.at === 'unavailable' && (
        <p className="speech-note">{t('speech.embedded.why', { why: embedded.why })}</p>
      )}
      {(embedded.at === 'missing' || embedded.at === 'unavailable') && (
        <Button variant="default" loading={prepare.isPending} onClick={() => prepare.mutate({})}>
          {t(embedded.at === 'missing' ? 'speech.embedded.prepare' : 'speech.embedded.again')}
        </Button>
      )}
    </Card>
  );
}
