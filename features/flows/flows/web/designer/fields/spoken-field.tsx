import { Select, Tabs, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { Spoken } from '#core/flow/flow.ts';
import { soundsApi } from '#features/flows/sounds/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { useDesigner } from './designer-context.ts';

interface SpokenFieldProps {
  label: string;
  value: Spoken | undefined;
  disabled: boolean;
  error: string | undefined;
  errors: Readonly<Record<string, string>>;
  path: string;
  onChange(value: Spoken): void;
}

/** What is said, in each language the flow speaks; or a recording that is played instead. */
export function SpokenField({
  label,
  value = { words: {}, sounds: {} },
  disabled,
  onChange,
  error,
  errors,
  path,
}: SpokenFieldProps) {
  const t = useText();
  const can = useCan();
  const { languages, wantedField } = useDesigner();
  const [open, setOpen] = useState<string>(
    () => languages.find((one) => wantedField === `${path}.words.${one}`) ?? languages[0]!,
  );
  const language = languages.find((one) => one === open) ?? languages[0]!;
  const sounds =
    useEndpoint(soundsApi.list, { page: 1, size: 200 }, { enabled: can('sounds.view'), handlesFailures: true }).data
      ?.list ?? [];
  const { [language]: _, ...otherSounds } = value.sounds;
  return (
    <fieldset className="flow-spoken">
      <legend>{label}</legend>
      {languages.length > 1 && (
        <Tabs value={language} onChange={(next) => setOpen(next ?? language)}>
          <Tabs.List>
            {languages.map((one) => (
              <Tabs.Tab key={one} value={one} px={10} {...(errors[`${path}.words.${one}`] ? { color: 'red' } : {})}>
                {t(CustomerLanguage.row(one).key)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
      )}
      <Textarea
        data-field={`${path}.words.${language}`}
        aria-label={`${label}, ${t(CustomerLanguage.row(language).key)}`}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={2_000}
        disabled={disabled}
        error={errors[`${path}.words.${language}`] ?? error}
        placeholder={t('flows.spokenPlaceholder')}
        value={value.words[language] ?? ''}
        onChange={(event) => onChange({ ...value, words: { ...value.words, [language]: event.currentTarget.value } })}
      />
      {sounds.length > 0 && (
        <Select
          size="xs"
          clearable
          searchable
          disabled={disabled}
          aria-label={t('flows.soundInstead')}
          placeholder={t('flows.soundInstead')}
          data={sounds.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={value.sounds[language] === undefined ? null : String(value.sounds[language])}
          onChange={(chosen) =>
            onChange({
              ...value,
              sounds: chosen === null ? otherSounds : { ...otherSounds, [language]: Number(chosen) },
            })
          }
        />
      )}
    </fieldset>
  );
}
