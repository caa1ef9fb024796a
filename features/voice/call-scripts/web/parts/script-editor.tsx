import { Button, Group, MultiSelect, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { scriptVariables, type ScriptVariable } from '../../core/script.ts';
import { useText } from '#platform/web/i18n.ts';
import '#platform/web/load-zod.ts';
import { toast } from '#platform/web/toast.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { ContractForm } from '#platform/web/ui/form/contract-form.tsx';
import { useContractForm } from '#platform/web/ui/form/use-contract-form.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import {
  SCRIPT_CONTENT_MAX,
  SCRIPT_NAME_MAX,
  ScriptDirection,
  scriptsApi,
  type Script,
  type ScriptFields,
} from '../../contract.ts';
import { ScriptPreview } from './script-preview.tsx';
import { StepFields } from './step-fields.tsx';
import '../call-scripts.css';

interface ScriptEditorProps {
  script: Script | null;
  groups: readonly { id: number; name: string }[];
  onClose: () => void;
}

/** Writes a new script or changes one; what a call knows is put in by a click. */
export function ScriptEditor({ script, groups, onClose }: ScriptEditorProps) {
  const t = useText();
  const text = useRef<HTMLTextAreaElement>(null);
  const [initial] = useState<ScriptFields>(() => {
    const {
      name = '',
      content = '',
      direction = 'any',
      enabled = true,
      groupIds = [],
      numbers = [],
      steps = [],
    } = script ?? {};
    return { name, content, direction, enabled, groupIds, numbers, steps };
  });
  const form = useContractForm<ScriptFields>(scriptsApi.add.input as never, initial);
  const add = useCommand(scriptsApi.add, {
    invalidates: [scriptsApi.page, scriptsApi.scriptInfo],
    handlesFailures: true,
  });
  const edit = useCommand(scriptsApi.edit, {
    invalidates: [scriptsApi.page, scriptsApi.scriptInfo],
    handlesFailures: true,
  });

  async function send(fields: ScriptFields): Promise<void> {
    if (script) await edit.mutateAsync({ ...fields, id: script.id });
    else await add.mutateAsync(fields);
    toast({ tone: 'success', text: t('ui.saved') });
    onClose();
  }

  function putIn(variable: ScriptVariable): void {
    const { content } = form.values;
    const at = text.current?.selectionStart ?? content.length;
    form.setFieldValue(
      'content',
      `${content.slice(0, at)}{${variable}}${content.slice(text.current?.selectionEnd ?? at)}`,
    );
    text.current?.focus();
  }

  return (
    <SidePanel
      opened
      onClose={onClose}
      size={640}
      title={t(script ? 'scripts.edit' : 'scripts.add')}
      dirty={form.isDirty()}
    >
      <ContractForm form={form} onSubmit={send} onCancel={onClose}>
        <TextInput
          label={t('scripts.field.name')}
          maxLength={SCRIPT_NAME_MAX}
          required
          {...form.getInputProps('name')}
        />
        <Textarea
          ref={text}
          label={t('scripts.field.content')}
          description={t('scripts.field.contentHint')}
          rows={12}
          maxLength={SCRIPT_CONTENT_MAX}
          required
          {...form.getInputProps('content')}
        />
        <Group gap={6} role="group" aria-label={t('scripts.variables')}>
          {scriptVariables.map((variable) => (
            <Button key={variable} size="compact-xs" variant="light" onClick={() => putIn(variable)}>
              {t(`scripts.variable.${variable}`)}
            </Button>
          ))}
        </Group>
        <StepFields steps={form.values.steps} onChange={(steps) => form.setFieldValue('steps', steps)} />
        {form.values.steps.length > 0 && (
          <details className="script-preview">
            <summary>{t('scripts.preview')}</summary>
            <ScriptPreview steps={form.values.steps} />
          </details>
        )}
        <Select
          label={t('scripts.field.direction')}
          allowDeselect={false}
          data={ScriptDirection.options.map((value) => ({ value, label: t(`scripts.direction.${value}`) }))}
          value={form.values.direction}
          onChange={(value) => form.setFieldValue('direction', ScriptDirection.parse(value))}
        />
        <MultiSelect
          label={t('scripts.field.groups')}
          description={t('scripts.field.boundHint')}
          searchable
          clearable
          data={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={form.values.groupIds.map(String)}
          onChange={(ids) => form.setFieldValue('groupIds', ids.map(Number))}
        />
        <TagsInput
          label={t('scripts.field.numbers')}
          description={t('scripts.field.numbersHint')}
          value={[...form.values.numbers]}
          onChange={(numbers) =>
            form.setFieldValue('numbers', [
              ...new Set(numbers.map((number) => number.replace(/\D/g, '')).filter(Boolean)),
            ])
          }
          error={form.errors['numbers']}
        />
        <Switch label={t('scripts.field.enabled')} {...form.getInputProps('enabled', { type: 'checkbox' })} />
      </ContractForm>
    </SidePanel>
  );
}
