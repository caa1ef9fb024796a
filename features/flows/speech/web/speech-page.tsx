import { useCallback, useEffect, useState } from 'react';
import { speechUses, type SpeechUse } from '#core/speech/protocols.ts';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { Page, Toolbar } from '#platform/web/ui/page.tsx';
import { ErrorState, LoadingPage } from '#platform/web/ui/states.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { SPEECH_EMBEDDED, speechApi, type EmbeddedState, type SpeechProvider } from '../contract.ts';
import { EmbeddedCard } from './parts/embedded-card.tsx';
import { ProviderEditor } from './parts/provider-editor.tsx';
import { UseCard } from './parts/use-card.tsx';
import { providerName } from './provider-name.ts';
import './speech.css';

/** Who recognises, speaks and answers: in their order, each to be tried; and what this machine does by itself. */
export default function SpeechPage() {
  const t = useText();
  const { data, dataUpdatedAt, error, refetch } = useEndpoint(speechApi.settings, {}, { handlesFailures: true });
  const [edited, setEdited] = useState<{ use: SpeechUse; provider: SpeechProvider | null } | null>(null);
  const remove = useCommand(speechApi.delete, { invalidates: [speechApi.settings], done: 'speech.removed' });
  // Newer than the answer, until the next answer.
  const [pushed, setPushed] = useState<{ state: EmbeddedState; atMs: number } | null>(null);
  const onState = useCallback((state: EmbeddedState) => setPushed({ state, atMs: Date.now() }), []);
  useEffect(() => onEvent<EmbeddedState>(SPEECH_EMBEDDED, onState), [onState]);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingPage />;

  const askRemove = async (provider: SpeechProvider) => {
    if (
      await confirm({
        title: t('speech.removeAsk', { name: providerName(provider) }),
        body: t('speech.removeAskHint'),
        yes: t('ui.delete'),
        danger: true,
      })
    )
      remove.mutate({ id: provider.id });
  };
  return (
    <Page narrow>
      <Toolbar>
        <p>{t('speech.lead')}</p>
      </Toolbar>
      <div className="speech">
        {speechUses.map((use) => (
          <UseCard
            key={use}
            use={use}
            providers={data.providers.filter((provider) => provider.use === use)}
            onAdd={() => setEdited({ use, provider: null })}
            onEdit={(provider) => setEdited({ use, provider })}
            onRemove={(provider) => void askRemove(provider)}
          />
        ))}
        <EmbeddedCard
          state={pushed && pushed.atMs >= dataUpdatedAt ? pushed.state : data.embedded}
          can={data.embedded}
          onState={onState}
        />
      </div>
      {edited && (
        <ProviderEditor
          {...edited}
          taken={data.providers.filter(({ use }) => use === edited.use).map(({ channel }) => channel)}
          onClose={() => setEdited(null)}
        />
      )}
    </Page>
  );
}
