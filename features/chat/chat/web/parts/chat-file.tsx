import { Download, FileText } from 'lucide-react';
import { useEffect, useState } from 'react';
import { keepNewest } from '#core/newest-kept.ts';
import { download, fetchFile } from '#platform/web/download.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { chatApi, type ChatFile } from '../../contract.ts';

const MOST = 60;
/** Pictures that were drawn before; calls carry a header, so their bytes are kept here. */
const drawn = keepNewest<number, string>(MOST, (address) => URL.revokeObjectURL(address));

async function pictureOf(id: number): Promise<string> {
  const known = drawn.get(id);
  if (known) return known;
  const { bytes } = await fetchFile(chatApi.file, { file_id: id });
  // Asked for twice at once: the address that is shown already stays.
  const first = drawn.get(id);
  if (first) return first;
  const address = URL.createObjectURL(bytes);
  drawn.set(id, address);
  return address;
}

/** A picture is shown, everything else can be saved. */
export function ChatFileView({ file, progress }: { file: ChatFile; progress: number | null }) {
  const t = useText();
  const format = useFormat();
  const save = () => void download(chatApi.file, { file_id: file.id }).catch(handleFailure);
  return (
    <div className="chat-file">
      {file.is_image && file.id > 0 && <Picture file={file} onOpen={save} />}
      {(!file.is_image || file.id === 0) && (
        <span className="chat-file-card">
          <FileText size={20} aria-hidden />
          <span>
            <b>{file.name}</b>
            <small>{format.bytes(file.bytes)}</small>
          </span>
          {file.id > 0 && (
            <button
              type="button"
              aria-label={t('chat.saveFile', { name: file.name })}
              data-hint={t('chat.saveFile', { name: file.name })}
              onClick={save}
            >
              <Download size={16} aria-hidden />
            </button>
          )}
        </span>
      )}
      {progress !== null && <progress value={progress} max={1} aria-label={t('chat.uploading', { name: file.name })} />}
    </div>
  );
}

function Picture({ file, onOpen }: { file: ChatFile; onOpen: () => void }) {
  const t = useText();
  const [address, setAddress] = useState(drawn.get(file.id) ?? '');
  const [isGone, setGone] = useState(false);
  useEffect(() => {
    let wanted = true;
    pictureOf(file.id).then(
      (found) => wanted && setAddress(found),
      () => wanted && setGone(true),
    );
    return () => void (wanted = false);
  }, [file.id]);
  return (
    <button
      type="button"
      className="chat-picture"
      aria-label={t('chat.saveFile', { name: file.name })}
      onClick={onOpen}
    >
      {address && !isGone ? <img src={address} alt={file.name} /> : <span>{isGone ? file.name : ''}</span>}
    </button>
  );
}
