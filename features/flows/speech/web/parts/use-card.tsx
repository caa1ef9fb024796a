import { ActionIcon, Button } from '@mantine/core';
import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react';
import { channelsFor, type SpeechUse } from '#core/speech/protocols.ts';
import { useText } from '#platform/web/i18n.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { speechApi, type SpeechProvider } from '../../contract.ts';
import { providerName } from '../provider-name.ts';
import { ProviderTestButton } from './provider-test-button.tsx';

interface UseCardProps {
  use: SpeechUse;
  providers: readonly SpeechProvider[];
  onAdd: () => void;
  onEdit: (provider: SpeechProvider) => void;
  onRemove: (provider: SpeechProvider) => void;
}

const hostOf = (address: string): string => URL.parse(address)?.host ?? address;

/** Everybody for one use, in the order they are asked; this machine comes last and stays. */
export function UseCard({ use, providers, onAdd, onEdit, onRemove }: UseCardProps) {
  const t = useText();
  const order = useCommand(speechApi.order, { invalidates: [speechApi.settings] });
  const move = (at: number, by: number) => {
    const next = [...providers];
    next.splice(at + by, 0, ...next.splice(at, 1));
    order.mutate({ use, ids: next.map(({ id }) => id) });
  };
  const keyText = ({ hasSecret, secretEnd }: SpeechProvider): string =>
    !hasSecret ? t('speech.keyNone') : secretEnd ? t('speech.keyEnd', { end: secretEnd }) : t('speech.keySet');
  const isFull = channelsFor(use).every((channel) => providers.some((provider) => provider.channel === channel));
  const add = !isFull && (
    <Button
      size="xs"
      variant="default"
      leftSection={<Plus size={14} aria-hidden />}
      aria-label={t('speech.addTo', { use: t(`speech.use.${use}`) })}
      onClick={onAdd}
    >
      {t('speech.add')}
    </Button>
  );
  return (
    <Card title={t(`speech.use.${use}`)} actions={add}>
      <p className="speech-note">{providers.length === 0 ? t(`speech.none.${use}`) : t(`speech.useHint.${use}`)}</p>
      <ol className="speech-list" aria-label={t(`speech.use.${use}`)}>
        {providers.map((provider, at) => {
          const name = providerName(provider);
          return (
            <li key={provider.id} aria-label={name}>
              <div className="speech-row">
                <div className="speech-what">
                  <strong>{name}</strong>
                  {!provider.isOn && <Badge>{t('speech.off')}</Badge>}
                  <small>
                    {[
                      t(`speech.protocol.${provider.protocol}`),
                      provider.model,
                      hostOf(provider.address),
                      keyText(provider),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </small>
                </div>
                <ProviderTestButton id={provider.id} use={use} name={name} language={provider.languages[0] ?? null} />
                <span className="speech-acts">
                  <ActionIcon
                    variant="subtle"
                    aria-label={t('speech.earlier', { name })}
                    data-hint={t('speech.earlierShort')}
                    disabled={at === 0 || order.isPending}
                    onClick={() => move(at, -1)}
                  >
                    <ArrowUp size={16} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    aria-label={t('speech.later', { name })}
                    data-hint={t('speech.laterShort')}
                    disabled={at === providers.length - 1 || order.isPending}
                    onClick={() => move(at, 1)}
                  >
                    <ArrowDown size={16} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    aria-label={t('speech.editOne', { name })}
                    data-hint={t('ui.edit')}
                    onClick={() => onEdit(provider)}
                  >
                    <Pencil size={16} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color="red"
                    aria-label={t('speech.deleteOne', { name })}
                    data-hint={t('ui.delete')}
                    onClick={() => onRemove(provider)}
                  >
                    <Trash2 size={16} aria-hidden />
                  </ActionIcon>
                </span>
              </div>
            </li>
          );
        })}
        <li aria-label={t('speech.embedded')}>
          <div className="speech-row">
            <div className="speech-what">
              <strong>{t('speech.embedded')}</strong>
              {use === 'brain' && <small>{t('speech.embedded.answers')}</small>}
            </div>
            <ProviderTestButton id={null} use={use} name={t('speech.embedded')} language={null} />
          </div>
        </li>
      </ol>
    </Card>
  );
}
