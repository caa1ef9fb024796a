import { Button, CloseButton, FileButton, Progress } from '@mantine/core';
import { FileUp } from 'lucide-react';
import { useEffect, useRef, useState, type DragEvent } from 'react';
import type { UploadEndpoint } from '#shared/endpoint.ts';
import { Failure } from '#shared/failure.ts';
import type { DataOf, InputOf } from '../call.ts';
import { failureText, handleFailure } from '../failure-handler.ts';
import { useFormat } from '../format.ts';
import { useText } from '../i18n.ts';
import { upload } from '../upload.ts';
import './upload-field.css';

interface UploadFieldProps<E extends UploadEndpoint> {
  endpoint: E;
  input: InputOf<E>;
  onDone: (data: DataOf<E>, file: File) => void;
  label: string;
  /** What the file should hold. */
  hint?: string;
}

type Progressing =
  | { at: 'idle' }
  | { at: 'sending'; name: string; done: number }
  | { at: 'done'; name: string }
  | { at: 'failed'; why: string };

/** Chooses or drops one file, sends it, and shows how far it is. */
export function UploadField<E extends UploadEndpoint>({ endpoint, input, onDone, label, hint }: UploadFieldProps<E>) {
  const t = useText();
  const format = useFormat();
  const [now, setNow] = useState<Progressing>({ at: 'idle' });
  const [over, setOver] = useState(false);
  const sending = useRef<AbortController | null>(null);
  const again = useRef<() => void>(null);
  useEffect(() => () => sending.current?.abort(), []);

  async function send(file: File | null | undefined): Promise<void> {
    again.current?.();
    if (!file) return;
    const aborting = new AbortController();
    sending.current?.abort();
    sending.current = aborting;
    setNow({ at: 'sending', name: file.name, done: 0 });
    try {
      const data = await upload(endpoint, file, input, {
        signal: aborting.signal,
        onProgress: (done) => setNow({ at: 'sending', name: file.name, done }),
      });
      setNow({ at: 'done', name: file.name });
      onDone(data, file);
    } catch (error) {
      if (aborting.signal.aborted) return setNow({ at: 'idle' });
      const tooLarge = error instanceof Failure && error.name === 'tooLarge';
      setNow({
        at: 'failed',
        why: tooLarge ? t('ui.upload.tooLarge', { size: format.bytes(endpoint.maxBytes) }) : failureText(error),
      });
      if (!(error instanceof Failure) || error.name === 'signedOut') handleFailure(error);
    }
  }

  function onDrop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    void send(event.dataTransfer.files[0]);
  }

  return (
    // Dropping is an extra for the mouse; the button does the same for everybody.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <fieldset
      className="upload"
      aria-label={label}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <FileUp size={22} aria-hidden />
      {now.at === 'sending' ? (
        <div className="upload-progress">
          <span>{t('ui.upload.sending', { name: now.name })}</span>
          <Progress value={now.done * 100} color="blue" aria-label={label} />
          <CloseButton aria-label={t('ui.cancel')} onClick={() => sending.current?.abort()} />
        </div>
      ) : (
        <>
          <span>
            <FileButton resetRef={again} accept={endpoint.accepts.join(',')} onChange={(file) => void send(file)}>
              {(props) => (
                <Button {...props} variant="default" size="xs">
                  {t('ui.upload.choose')}
                </Button>
              )}
            </FileButton>{' '}
            {t('ui.upload.drop')}
          </span>
          <small>
            {[hint, t('ui.upload.limit', { size: format.bytes(endpoint.maxBytes) })].filter(Boolean).join(' · ')}
          </small>
        </>
      )}
      <span
        role={now.at === 'failed' ? 'alert' : 'status'}
        className={now.at === 'failed' ? 'upload-failed' : 'upload-done'}
      >
        {now.at === 'failed' ? now.why : now.at === 'done' ? t('ui.upload.done', { name: now.name }) : ''}
      </span>
    </fieldset>
  );
}
