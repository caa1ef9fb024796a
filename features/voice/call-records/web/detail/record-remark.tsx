import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { RemarkField } from '#platform/web/ui/remark-field.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { callRecordsApi, REMARK_MAX } from '../../contract.ts';

interface RemarkProps {
  callId: string;
  remark: string;
  mayWrite: boolean;
  onDirty: (dirty: boolean) => void;
}

/** The remark on a call; who may write it can change it here. */
export function RecordRemark({ callId, remark, mayWrite, onDirty }: RemarkProps) {
  const t = useText();
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
  return (
    <RemarkField
      label={t('call-records.detail.remark')}
      hidesLabel
      hint={t('call-records.detail.remarkHint')}
      remark={saved}
      maxLength={REMARK_MAX}
      isSaving={save.isPending}
      onSave={(written) => save.mutate({ callId, remark: written })}
      onDirty={onDirty}
    />
  );
}
