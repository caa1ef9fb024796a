import { useEffect, useState } from 'react';
import { fetchFile, saveFile } from '#platform/web/download.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { language, useText } from '#platform/web/i18n.ts';
import type { VisitorMessage } from '../../contract.ts';
import { file as fileOf } from './api.ts';

type File = Pick<NonNullable<VisitorMessage['file']>, 'id' | 'name' | 'is_image' | 'bytes'>;
const MEGABYTE = 1_000_000;

/** As one reads it: 240 kB, 1.3 MB. */
const sizeText = (bytes: number): string =>
  new Intl.NumberFormat(language(), {
    style: 'unit',
    unit: bytes < MEGABYTE ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: bytes < MEGABYTE ? 0 : 1,
  }).format(bytes < MEGABYTE ? Math.max(1, bytes / 1_000) : bytes / MEGABYTE);

/** A file of the conversation. Its bytes are asked for with the token in the body, so that no address carries it. */
export function Attachment({ file, token }: { file: File; token: string }) {
  const t = useText();
  const label = t('chat-channels.visitor.saveFile', { name: file.name });
  const save = () =>
    void fetchFile(fileOf, { file_id: file.id, token }).then(({ bytes }) => saveFile(file.name, bytes), handleFailure);
  return file.is_image ? (
    <button type="button" className="vis-picture" aria-label={label} onClick={save}>
      <Picture file={file} token={token} />
    </button>
  ) : (
    <p>
      <button type="button" className="vis-link" aria-label={label} onClick={save}>
        {file.name}
      </button>
      <span className="vis-size">{sizeText(file.bytes)}</span>
    </p>
  );
}

/** Until it is there, and where it is gone, its name. */
function Picture({ file: { id, name }, token }: { file: File; token: string }) {
  const [address, setAddress] = useState('');
  useEffect(() => {
    let made = '';
    let isWanted = true;
    fetchFile(fileOf, { file_id: id, token }).then(
      ({ bytes }) => {
        if (!isWanted) return;
        made = URL.createObjectURL(bytes);
        setAddress(made);
      },
      () => {},
    );
    return () => {
      isWanted = false;
      if (made) URL.revokeObjectURL(made);
    };
  }, [id, token]);
  return address ? <img src={address} alt={name} /> : <span>{name}</span>;
}
