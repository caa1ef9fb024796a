import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../i18n.ts';
import './remark-field.css';

interface RemarkFieldProps {
  label: string;
  /** The label stands elsewhere: it is only said aloud. */
  hidesLabel?: boolean;
  hint?: string;
  saveLabel?: string;
  /** As it is stored. */
  remark: string;
  maxLength: number;
  isSaving: boolean;
  onSave: (remark: string) => void;
  onDirty: (dirty: boolean) => void;
}

/** A remark on something: saved by its button, or by Ctrl and Enter. */
export function RemarkField({
  label,
  hidesLabel = false,
  hint,
  saveLabel,
  remark,
  maxLength,
  isSaving,
  onSave,
  onDirty,
}: RemarkFieldProps) {
  const t = useText();
  const [typed, setTyped] = useState(remark);
  const isDirty = typed.trim() !== remark.trim();
  const save = () => onSave(typed.trim());
  return (
    <div className="remark-field">
      <Textarea
        {...(hidesLabel ? { 'aria-label': label } : { label })}
        {...(hint === undefined ? {} : { placeholder: hint })}
        rows={2}
        resize="vertical"
        maxLength={maxLength}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          onDirty(event.currentTarget.value.trim() !== remark.trim());
        }}
        onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isDirty && save()}
      />
      {isDirty && (
        <Button size="xs" loading={isSaving} onClick={save}>
          {saveLabel ?? t('ui.save')}
        </Button>
      )}
    </div>
  );
}
