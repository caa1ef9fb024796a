import { useEffect, useState } from 'react';
import { fetchFile, saveFile } from '#platform/web/download.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import type { VisitorMessage } from '../../contract.ts';
import { file as fileOf } from './api.ts';

type File = NonNullable<VisitorMessage['file']>;

/** A file of the conversation. Its bytes are asked for with the token in the body, so that no address carries it. */
export function Attachment({ file, token }: { file: File; token: string }) {
  const save = () =>
    void fetchFile(fileOf, { file_id: file.id, token }).then(({ bytes }) => saveFile(file.name, bytes), handleFailure);
  return file.is_image ? (
    <button type="button" className="vis-picture" onClick={save}>
      <Picture file={file} token={token} />
    </button>
  ) : (
    <p>
      <button type="button" className="vis-link" onClick={save}>
        {file.name}
      </button>
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
