import { Button, FileInput, Group, Progress, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { failureText } from '#platform/web/failure-handler.ts';
import { Refusal } from '#platform/web/ui/form/refusal.tsx';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { upload } from '#platform/web/upload.ts';
import { invalidate } from '#platform/web/use-endpoint.ts';
import { soundsApi, type UploadedSound } from '../../contract.ts';
import { asWav } from '../as-wav.ts';

type State = { at: 'choosing'; trouble: string } | { at: 'reading' } | { at: 'sending'; done: number };

/** Brings in a file, as a new sound or in place of one. */
export function FileDialog({ replaced, onClose }: { replaced: UploadedSound | null; onClose: () => void }) {
  const t = useText();
  const [name, setName] = useState('');
  const [remark, setRemark] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [state, setState] = useState<State>({ at: 'choosing', trouble: '' });
  const leaving = useRef(new AbortController());
  useEffect(() => () => leaving.current.abort(), []);
  const isReady = file !== null && (replaced !== null || name.trim() !== '');

  function choose(chosen: File | null): void {
    setFile(chosen);
    setState({ at: 'choosing', trouble: '' });
    if (chosen && name === '') setName(chosen.name.replace(/\.[^.]*$/, '').slice(0, 60));
  }

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!isReady) return;
    setState({ at: 'reading' });
    const wav = await asWav(file);
    if (!wav) return setState({ at: 'choosing', trouble: t('sounds.unplayable') });
    const options = { signal: leaving.current.signal, onProgress: (done: number) => setState({ at: 'sending', done }) };
    try {
      setState({ at: 'sending', done: 0 });
      if (replaced) await upload(soundsApi.replace, wav, { id: replaced.id }, options);
      else await upload(soundsApi.upload, wav, { name: name.trim(), remark: remark.trim() }, options);
      toast({ tone: 'success', text: t('sounds.kept') });
      void invalidate(soundsApi.list);
      onClose();
    } catch (error) {
      if (!leaving.current.signal.aborted) setState({ at: 'choosing', trouble: failureText(error) });
    }
  }

  return (
    <Dialog
      opened
      onClose={onClose}
      title={replaced ? t('sounds.replaceTitle', { name: replaced.name }) : t('sounds.upload')}
      dirty={file !== null}
    >
      <form onSubmit={(event) => void send(event)}>
        <Stack>
          {replaced && <Text size="sm">{t('sounds.replaceHint')}</Text>}
          <FileInput
            required
            label={t('sounds.field.file')}
            description={t('sounds.field.fileHint')}
            accept="audio/*"
            value={file}
            onChange={choose}
          />
          {!replaced && (
            <TextInput
              required
              label={t('sounds.field.name')}
              maxLength={60}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
          {!replaced && (
            <TextInput
              label={t('sounds.field.remark')}
              maxLength={200}
              value={remark}
              onChange={(event) => setRemark(event.currentTarget.value)}
            />
          )}
          <Refusal text={state.at === 'choosing' ? state.trouble : ''} />
          {state.at === 'reading' && (
            <Text size="sm" role="status">
              {t('sounds.converting')}
            </Text>
          )}
          {state.at === 'sending' && <Progress value={state.done * 100} aria-label={t('sounds.field.file')} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('ui.cancel')}
            </Button>
            <Button type="submit" disabled={!isReady} loading={state.at !== 'choosing'}>
              {t('ui.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
