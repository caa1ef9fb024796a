import { ActionIcon, Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { useText } from '#platform/web/i18n.ts';
import type { Language } from '#shared/languages.ts';
import type { WebSettings } from '../../contract.ts';

type Question = WebSettings['form'][number];
const KINDS = ['name', 'email', 'phone', 'text', 'choice'] as const;
const MOST = 10;

/** What visitors are asked before they write. */
export function QuestionFields({
  questions,
  language,
  onChange,
}: {
  questions: readonly Question[];
  language: Language;
  onChange: (questions: Question[]) => void;
}) {
  const t = useText();
  const change = (index: number, next: Partial<Question>) =>
    onChange(questions.map((one, at) => (at === index ? { ...one, ...next } : one)));
  const add = () =>
    onChange([
      ...questions,
      {
        key: `q${Date.now().toString(36)}`,
        kind: questions.length === 0 ? 'name' : 'text',
        label: { [language]: questions.length === 0 ? t('chat-channels.visitor.name') : '' },
        required: false,
        choices: [],
      },
    ]);
  return (
    <fieldset className="form-group">
      <legend>{t('chat-channels.field.form')}</legend>
      {questions.map(({ key, kind, label, required, choices }, index) => (
        <div key={key} className="channel-question">
          <TextInput
            aria-label={t('chat-channels.question')}
            placeholder={t('chat-channels.question')}
            value={label[language] ?? ''}
            onChange={({ currentTarget: { value } }) => change(index, { label: { ...label, [language]: value } })}
          />
          <NativeSelect
            aria-label={t('chat-channels.questionKind')}
            data={KINDS.map((value) => ({ value, label: t(`chat-channels.kind.${value}`) }))}
            value={kind}
            onChange={({ currentTarget: { value } }) => change(index, { kind: value as Question['kind'] })}
          />
          <Checkbox
            label={t('chat-channels.visitor.required')}
            checked={required}
            onChange={({ currentTarget: { checked } }) => change(index, { required: checked })}
          />
          <ActionIcon
            variant="subtle"
            aria-label={t('ui.delete')}
            onClick={() => onChange(questions.filter((_, at) => at !== index))}
          >
            <X size={15} />
          </ActionIcon>
          {kind === 'choice' && (
            <TextInput
              aria-label={t('chat-channels.choices')}
              placeholder={t('chat-channels.choices')}
              value={choices.join(', ')}
              onChange={({ currentTarget: { value } }) =>
                change(index, {
                  choices: value
                    .split(',')
                    .map((one) => one.trimStart())
                    .slice(0, 20),
                })
              }
            />
          )}
        </div>
      ))}
      {questions.length < MOST && (
        <Button size="compact-sm" variant="default" leftSection={<Plus size={14} aria-hidden />} onClick={add}>
          {t('chat-channels.addQuestion')}
        </Button>
      )}
    </fieldset>
  );
}
