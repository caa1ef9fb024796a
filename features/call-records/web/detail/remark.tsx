import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { callRecordsApi, REMARK_MAX } from '../../contract.ts';

interface RemarkProps {
  callId: string;
  remark: string;
  mayWrite: boolean;
  onDirty: (dirty: boolean) => void;
}

/** The remark on a call; who may write it can change it here. */
export function Remark({ callId, remark, mayWrite, onDirty }: RemarkProps) {
  const t = useText();
  const [typed, setTyped] = useState(remark);
  const [saved, setSaved] = useState(remark);
  const save = useCommand(callRecordsApi.remark, {
    done: 'call-records.detail.remarkSaved',
    invalidates: [callRecordsApi.page, callRecordsApi.detail],
    onDone: (_, { remark: written }) => {
      setSaved(written);
      onDirty(false);
    },
  });
  if (!mayWrite) return <p className="record-quiet">{remark || t('call-records.detail.noRemark')}</p>;
  const dirty = typed.trim() !== saved.trim();
  return (
    <div className="record-remark">
      <Textarea
        aria-label={t('call-records.detail.remark')}
        placeholder={t('call-records.detail.remarkHint')}
        rows={2}
        resize="vertical"
        maxLength={REMARK_MAX}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          onDirty(event.currentTarget.value.trim() !== saved.trim());
        }}
        onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && dirty && save.mutate({ callId, remark: typed.trim() })}
      />
      {dirty && <Button size="xs" loading={save.isPending} onClick={() => save.mutate({ callId, remark: typed.trim() })}>{t('ui.save')}</Button>}
    </div>
  );
}
