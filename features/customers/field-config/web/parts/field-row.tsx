import { ActionIcon, Checkbox, Switch, TextInput } from '@mantine/core';
import { ChevronDown, ChevronUp, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import type { FieldColumn } from '../../contract.ts';

interface FieldRowProps {
  column: FieldColumn;
  onChange: (part: Partial<Pick<FieldColumn, 'shown' | 'required' | 'masked'>>) => void;
  onRename: ((name: string) => void) | null;
  onEdit: (() => void) | null;
  onDelete: (() => void) | null;
  onUp: (() => void) | null;
  onDown: (() => void) | null;
}

/** One column; a name is saved when the field is left, an empty one gives back the product's own. */
export function FieldRow({ column, onChange, onRename, onEdit, onDelete, onUp, onDown }: FieldRowProps) {
  const t = useText();
  const { name, shown, always, required, requirable, masked, maskable, custom } = column;
  const [typed, setTyped] = useState(name);
  const leave = () => {
    const next = typed.trim();
    if (next === '' && column.ownName === '') setTyped(name);
    else if (next !== name) onRename?.(next);
  };
  return (
    <li>
      <Switch
        aria-label={t('field-config.shown', { name })}
        checked={shown}
        disabled={always}
        onChange={(event) => onChange({ shown: event.currentTarget.checked })}
      />
      {onRename ? (
        <TextInput
          aria-label={t('field-config.nameOf', { name })}
          maxLength={40}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={leave}
          onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        />
      ) : (
        <span className="field-name">
          <b>{name}</b>
          {custom && <small>{t(VariableType.row(custom.type).key)}</small>}
        </span>
      )}
      {requirable && (
        <Checkbox
          label={t('field-config.required')}
          aria-label={t('field-config.requiredOf', { name })}
          checked={required}
          onChange={(event) => onChange({ required: event.currentTarget.checked })}
        />
      )}
      {maskable && (
        <Checkbox
          label={t('field-config.masked')}
          aria-label={t('field-config.maskedOf', { name })}
          checked={masked}
          onChange={(event) => onChange({ masked: event.currentTarget.checked })}
        />
      )}
      <span className="field-deeds">
        {onEdit && (
          <ActionIcon variant="subtle" color="gray" aria-label={t('field-config.editTitle', { name })} onClick={onEdit}>
            <Pencil size={15} aria-hidden />
          </ActionIcon>
        )}
        {onDelete && (
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={t('field-config.deleteTitle', { name })}
            onClick={onDelete}
          >
            <Trash2 size={15} aria-hidden />
          </ActionIcon>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          disabled={!onUp}
          aria-label={t('field-config.up', { name })}
          onClick={() => onUp?.()}
        >
          <ChevronUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          disabled={!onDown}
          aria-label={t('field-config.down', { name })}
          onClick={() => onDown?.()}
        >
          <ChevronDown size={16} aria-hidden />
        </ActionIcon>
      </span>
    </li>
  );
}
