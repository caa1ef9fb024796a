import { useText } from '#platform/web/i18n.ts';
import { RemarkField } from '#platform/web/ui/remark-field.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { REMARK_MAX, voicemailsApi } from '../../contract.ts';

/** The remark on a message; whoever keeps the box writes it. */
export function VoicemailRemark({
  id,
  remark,
  onDirty,
}: {
  id: number;
  remark: string;
  onDirty: (dirty: boolean) => void;
}) {
  const t = useText();
  const save = useCommand(voicemailsApi.remark, {
    done: 'voicemails.remark.saved',
    invalidates: [voicemailsApi.page, voicemailsApi.detail],
    onDone: () => onDirty(false),
  });
  return (
    <RemarkField
      label={t('voicemails.remark')}
      saveLabel={t('voicemails.remark.save')}
      remark={remark}
      maxLength={REMARK_MAX}
      isSaving={save.isPending}
      onSave={(written) => save.mutate({ id, remark: written })}
      onDirty={onDirty}
    />
  );
}
