import { SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { languageNames, languages, type Language } from '#shared/languages.ts';
import type { WebSettings } from '../../contract.ts';
import { QuestionFields } from './question-fields.tsx';

interface WordFieldsProps {
  settings: WebSettings;
  onChange: (change: Partial<WebSettings>) => void;
}

/** What a channel says and asks. Texts are written per language; the language is chosen on top of them. */
export function WordFields({ settings, onChange: set }: WordFieldsProps) {
  const t = useText();
  const [tongue, setTongue] = useState<Language>(languages[0]);
  const worded = (field: 'title' | 'greeting' | 'offline') => ({
    value: settings[field][tongue] ?? '',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      set({ [field]: { ...settings[field], [tongue]: value } }),
  });
  return (
    <>
      <SegmentedControl
        aria-label={t('chat-channels.field.language')}
        size="xs"
        fullWidth
        data={languages.map((value) => ({ value, label: languageNames[value].replace(/ \(.*/, '') }))}
        value={tongue}
        onChange={(value) => setTongue(value as Language)}
      />
      <TextInput label={t('chat-channels.field.title')} maxLength={500} {...worded('title')} />
      <Textarea label={t('chat-channels.field.greeting')} rows={2} maxLength={500} {...worded('greeting')} />
      <Textarea label={t('chat-channels.field.offline')} rows={2} maxLength={500} {...worded('offline')} />
      <Textarea
        label={t('chat-channels.field.quick')}
        description={t('chat-channels.field.quickHint')}
        rows={3}
        value={settings.quick_answers.map((one) => one[tongue] ?? '').join('\n')}
        onChange={({ currentTarget: { value } }) =>
          set({
            quick_answers: value
              .split('\n')
              .slice(0, 6)
              .map((line, index) => ({ ...settings.quick_answers[index], [tongue]: line })),
          })
        }
      />
      <QuestionFields questions={settings.form} language={tongue} onChange={(questions) => set({ form: questions })} />
    </>
  );
}
