import { Button, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import { Pause, Play } from 'lucide-react';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { KitNotice } from '#features/flows/speech/web/index.ts';
import { fetchFile } from '#platform/web/download.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { codeChoices } from '#platform/web/ui/code-badge.tsx';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { soundsApi, SPOKEN_MOST, type UploadedSound } from '../../contract.ts';
import { usePlaying, type Player } from '../player.ts';

const Values = z.object({
  name: z.string().trim().min(1).max(60),
  remark: z.string().max(200),
  text: z.string().trim().min(1).max(SPOKEN_MOST),
  language: CustomerLanguage.schema,
  voice: z.string().max(100),
  speed: z.number().min(0.5).max(2),
});
type Values = z.infer<typeof Values>;
const PREVIEW = 'preview';

/** Has a voice speak a text: listened to first, then kept as a new sound or in place of one. */
export function SpeakDialog({
  replaced,
  player,
  onClose,
}: {
  replaced: UploadedSound | null;
  player: Player;
  onClose: () => void;
}) {
  const t = useText();
  const language = useLanguage().slice(0, 2);
  const [initial] = useState<Values>(() => ({
    name: replaced?.name ?? '',
    remark: replaced?.remark ?? '',
    text: replaced?.spokenText ?? '',
    language: (replaced?.language || (CustomerLanguage.has(language) ? language : 'en')) as CustomerLanguage,
    voice: '',
    speed: 1,
  }));
  const form = useContractForm<Values>(Values as never, initial);
  const speak = useCommand(soundsApi.speak, {
    invalidates: [soundsApi.list],
    done: 'sounds.kept',
    handlesFailures: true,
  });
  const isPlaying = usePlaying(player) === PREVIEW;
  const { text, language: spoken, voice, speed } = form.values;
  const wish = { text: text.trim(), language: spoken, voice: voice.trim() || null, speed };

  /** What waits for a voice that is being fetched. */
  const waiting = useRef<(() => void) | null>(null);
  function goOn(): void {
    const next = waiting.current;
    waiting.current = null;
    next?.();
  }
  const preview = (): Promise<void> =>
    player.toggle(PREVIEW, async () => {
      waiting.current = () => void preview();
      const { bytes } = await fetchFile(soundsApi.synthesize, wish);
      waiting.current = null;
      return bytes;
    });

  async function keep({ name, remark }: Values): Promise<void> {
    waiting.current = null;
    await speak.mutateAsync({ ...wish, name, remark, ...(replaced ? { id: replaced.id } : {}) });
    onClose();
  }
  return (
    <SidePanel
      opened
      onClose={onClose}
      title={replaced ? t('sounds.speakAgain') : t('sounds.speak')}
      dirty={form.isDirty()}
    >
      <ContractForm form={form} onSubmit={keep} onCancel={onClose}>
        {!replaced && (
          <TextInput required label={t('sounds.field.name')} maxLength={60} {...form.getInputProps('name')} />
        )}
        <Textarea
          required
          rows={4}
          label={t('sounds.field.text')}
          maxLength={SPOKEN_MOST}
          {...form.getInputProps('text')}
        />
        <NativeSelect
          label={t('sounds.field.language')}
          data={codeChoices(CustomerLanguage)}
          {...form.getInputProps('language')}
        />
        <TextInput
          label={t('sounds.field.voice')}
          description={t('sounds.field.voiceHint')}
          maxLength={100}
          {...form.getInputProps('voice')}
        />
        <NumberInput
          label={t('sounds.field.speed')}
          min={0.5}
          max={2}
          step={0.1}
          decimalScale={1}
          {...form.getInputProps('speed')}
        />
        <KitNotice onReady={goOn} />
        <Button
          variant="light"
          disabled={wish.text === ''}
          leftSection={isPlaying ? <Pause size={15} aria-hidden /> : <Play size={15} aria-hidden />}
          onClick={() => void preview()}
        >
          {t('sounds.preview')}
        </Button>
      </ContractForm>
    </SidePanel>
  );
}
