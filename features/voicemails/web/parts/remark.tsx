import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { REMARK_MAX, voicemailsApi } from '../../contract.ts';

/** The remark on a message; whoever keeps the box writes it. */
export function Remark({ id, remark, onDirty }: { id: number; remark: string; onDirty: (dirty: boolean) => void }) {
  const t = useText();
  const [typed, setTyped] = useState(remark);
  const save = useCommand(voicemailsApi.remark, { done: 'voicemails.remark.saved', invalidates: [voicemailsApi.page, voicemailsApi.detail], onDone: () => onDirty(false) });
  const isDirty = typed.trim() !== remark.trim();
  const write = () => save.mutate({ id, remark: typed.trim() });
  return (
    <div className="voicemail-write">
      <Textarea
        label={t('voicemails.remark')}
        rows={2}
        resize="vertical"
        maxLength={REMARK_MAX}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          onDirty(event.currentTarget.value.trim() !== remark.trim());
        }}
        onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isDirty && write()}
      />
      {isDirty && <Button size="xs" loading={save.isPending} onClick={write}>{t('voicemails.remark.save')}</Button>}
    </div>
  );
}
