import { ActionIcon, Button, MultiSelect, Select, TextInput } from '@mantine/core';
import { Plus, Trash2, X } from 'lucide-react';
import type { Flow, Variable } from '#core/flow/flow.ts';
import { useText } from '#platform/web/i18n.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import { flowsApi } from '../../contract.ts';
import { ValueFields } from '../parts/value-fields.tsx';
import { SpeechFields } from './speech-fields.tsx';
import type { EditorCommands } from './use-editor.ts';

/** What belongs to the whole flow: the languages it speaks, who speaks them, and the values it can hold. */
export function FlowPanel({
  editor,
  flow,
  isLocked,
  onClose,
}: {
  editor: EditorCommands;
  flow: Flow;
  isLocked: boolean;
  onClose(): void;
}) {
  const t = useText();
  const { change } = editor;
  const known = useEndpoint(flowsApi.attrs, {}, { handlesFailures: true }).data ?? [];
  const offered = known.filter(({ attrKey }) => !flow.variables.some((variable) => variable.attrKey === attrKey));
  const set = (part: Partial<Flow>, gesture?: string) => change((now) => ({ ...now, ...part }), gesture);
  const setVariable = (at: number, part: Partial<Variable>) =>
    set(
      { variables: flow.variables.map((variable, other) => (other === at ? { ...variable, ...part } : variable)) },
      `variable ${at}`,
    );
  return (
    <aside className="flow-panel" aria-label={t('flows.languagesAndValues')}>
      <header>
        <h3>{t('flows.languagesAndValues')}</h3>
        <ActionIcon variant="subtle" color="gray" aria-label={t('ui.close')} onClick={onClose}>
          <X size={16} aria-hidden />
        </ActionIcon>
      </header>
      <div className="flow-fields">
        <MultiSelect
          label={t('flows.languages')}
          description={t('flows.languagesHint')}
          disabled={isLocked}
          data={CustomerLanguage.rows.map(({ code, key }) => ({ value: code, label: t(key) }))}
          value={[...flow.languages]}
          onChange={(chosen) => chosen.length > 0 && set({ languages: chosen.filter(CustomerLanguage.has) })}
        />
        <SpeechFields
          flow={flow}
          isLocked={isLocked}
          onChange={(speech) => change(({ speech: _speech, ...now }) => (speech ? { ...now, speech } : now), 'speech')}
        />
        <b>{t('flows.values')}</b>
        {flow.variables.map((variable, at) => (
          // A value is told by its key, which is being typed here.
          // oxlint-disable-next-line react/no-array-index-key
          <div className="flow-list-item" key={at}>
            <header>
              <code>{`{{${variable.attrKey}}}`}</code>
              {!isLocked && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('flows.removeValue', { name: variable.name })}
                  onClick={() => set({ variables: flow.variables.filter((_, other) => other !== at) })}
                >
                  <Trash2 size={14} aria-hidden />
                </ActionIcon>
              )}
            </header>
            <TextInput
              label={t('flows.field.attrKey')}
              disabled={isLocked}
              maxLength={40}
              value={variable.attrKey}
              onChange={(event) =>
                setVariable(at, {
                  attrKey:
                    event.currentTarget.value.replace(/[^A-Za-z0-9_]/g, '').replace(/^[^A-Za-z]+/, '') || 'value',
                })
              }
            />
            <ValueFields value={variable} isLocked={isLocked} onChange={(part) => setVariable(at, part)} />
          </div>
        ))}
        {!isLocked && (
          <>
            {offered.length > 0 && (
              <Select
                aria-label={t('flows.addKnown')}
                placeholder={t('flows.addKnown')}
                value={null}
                data={offered.map(({ attrKey, name }) => ({ value: attrKey, label: `${name} (${attrKey})` }))}
                onChange={(chosen) => {
                  const attr = offered.find(({ attrKey }) => attrKey === chosen);
                  if (!attr) return;
                  const { id: _, ...variable } = attr;
                  set({ variables: [...flow.variables, variable] });
                }}
              />
            )}
            <Button
              size="xs"
              variant="default"
              leftSection={<Plus size={14} aria-hidden />}
              onClick={() => set({ variables: [...flow.variables, freshVariable(flow, t('flows.newValue'))] })}
            >
              {t('flows.addValue')}
            </Button>
          </>
        )}
      </div>
    </aside>
  );
}

function freshVariable({ variables }: Flow, name: string): Variable {
  let number = 1;
  while (variables.some(({ attrKey }) => attrKey === `value${number}`)) number += 1;
  return { attrKey: `value${number}`, name, valueType: VariableType.text, valueFormat: 0, choices: [] };
}
