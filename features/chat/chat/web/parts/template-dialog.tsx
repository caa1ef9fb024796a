import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { filledTemplate, placesIn } from '../../core/template-text.ts';
import { useText } from '#platform/web/i18n.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { chatApi, type ChatTemplate, type Conversation } from '../../contract.ts';

const idOf = ({ name, language }: ChatTemplate): string => `${name} ${language}`;

/** Words the carrier has approved: chosen, filled in, looked at, sent. */
export default function TemplateDialog({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const t = useText();
  const { data: templates } = useEndpoint(chatApi.templates, { conversation_id: conversation.id });
  const [chosen, setChosen] = useState('');
  const [values, setValues] = useState<string[]>([]);
  // One id for what is in the dialog: sent twice it is one message.
  const [clientId] = useState(() => crypto.randomUUID());
  const send = useCommand(chatApi.sendTemplate, { onDone: onClose });
  const template = templates?.find((one) => idOf(one) === chosen);
  const places = Array.from({ length: template ? placesIn(template.body) : 0 }, (_, index) => index);
  const isFilled = places.every((place) => values[place]?.trim());
  const set = (place: number, value: string) =>
    setValues(places.map((index) => (index === place ? value : (values[index] ?? ''))));
  return (
    <Dialog title={t('chat.template')} opened onClose={onClose}>
      <form
        className="chat-closing"
        onSubmit={(event) => {
          event.preventDefault();
          if (template && isFilled)
            send.mutate({
              conversation_id: conversation.id,
              client_id: clientId,
              name: template.name,
              language: template.language,
              values: places.map((place) => values[place]!.trim()),
            });
        }}
      >
        {templates?.length === 0 && <p>{t('chat.template.none')}</p>}
        <NativeSelect
          label={t('chat.template.choose')}
          value={chosen}
          data={[
            { value: '', label: '' },
            ...(templates ?? []).map((one) => ({ value: idOf(one), label: `${one.name} (${one.language})` })),
          ]}
          onChange={({ currentTarget: { value } }) => {
            setChosen(value);
            setValues([]);
          }}
        />
        {places.map((place) => (
          <TextInput
            key={place}
            required
            maxLength={500}
            label={t('chat.template.value', { place: place + 1 })}
            value={values[place] ?? ''}
            onChange={({ currentTarget: { value } }) => set(place, value)}
          />
        ))}
        {template && (
          <figure className="chat-template">
            <figcaption>{t('chat.template.preview')}</figcaption>
            <p className="chat-words">{filledTemplate(template.body, values)}</p>
          </figure>
        )}
        <div className="page-actions">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" disabled={!template || !isFilled} loading={send.isPending}>
            {t('chat.template.send')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
