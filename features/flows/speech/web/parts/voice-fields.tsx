import { ActionIcon, Select, TextInput } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { useText } from '#platform/web/i18n.ts';
import { codeLabel } from '#platform/web/ui/code-badge.tsx';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { SPEECH_WORD_MAX, type SpeechProviderFields } from '../../contract.ts';

type Voices = SpeechProviderFields['voices'];

/** What the provider calls its voices, a language a line. */
export function VoiceFields({ voices, onChange }: { voices: Voices; onChange: (voices: Voices) => void }) {
  const t = useText();
  const free = CustomerLanguage.rows
    .map(({ code }) => code)
    .filter((code) => !voices.some(({ language }) => language === code));
  return (
    <fieldset className="form-group">
      <legend>{t('speech.field.voices')}</legend>
      <p className="speech-note">{t('speech.field.voicesHint')}</p>
      {voices.map(({ language, voice }) => {
        const name = codeLabel(CustomerLanguage, language);
        return (
          <div key={language} className="speech-voice">
            <TextInput
              label={t('speech.field.voiceFor', { language: name })}
              maxLength={SPEECH_WORD_MAX}
              value={voice}
              onChange={(event) => {
                const next = event.currentTarget.value;
                onChange(voices.map((one) => (one.language === language ? { language, voice: next } : one)));
              }}
            />
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={t('speech.field.voiceRemove', { language: name })}
              onClick={() => onChange(voices.filter((one) => one.language !== language))}
            >
              <Trash2 size={16} />
            </ActionIcon>
          </div>
        );
      })}
      {free.length > 0 && (
        <Select
          label={t('speech.field.voiceLanguage')}
          searchable
          data={free.map((code) => ({ value: code, label: codeLabel(CustomerLanguage, code) }))}
          value={null}
          onChange={(value) => value && onChange([...voices, { language: value as CustomerLanguage, voice: '' }])}
        />
      )}
    </fieldset>
  );
}
