import { ActionIcon, TextInput, Textarea } from '@mantine/core';
import { Trash2, X } from 'lucide-react';
import { memo, useCallback, useEffect, useMemo, useRef } from 'react';
import { changeNote, changeSettings, renameNode } from '../../core/edit.ts';
import type { FlowNode, NodeId, Note } from '#core/flow/flow.ts';
import { kindOf } from '#core/flow/kinds/index.ts';
import { useText, type TextKey, type TextOf } from '#platform/web/i18n.ts';
import { issueTexts } from '#platform/web/ui/form/issue-text.ts';
import type { Picking } from './canvas-hints.tsx';
import { useDesigner } from './fields/designer-context.ts';
import { NodeFields, type Edit } from './fields/node-fields.tsx';
import { shapeOf } from './fields/schema-shape.ts';
import { KindIcon } from './kind-icon.tsx';
import type { FlowProblem } from '../../core/problems.ts';
import { fieldOf, problemText } from './problems.ts';
import type { EditorCommands } from './use-editor.ts';
import { WaysOut, type WayOut } from './ways-out.tsx';

interface SettingsPanelProps {
  editor: EditorCommands;
  node: FlowNode;
  problems: readonly FlowProblem[];
  ways: readonly WayOut[];
  choices: { value: NodeId; label: string }[];
  isLocked: boolean;
  onClose(): void;
  onPick(picking: Picking): void;
  /** Whoever was led to a field is there. */
  onLed(): void;
}

/** Everything that can be set of the chosen node; what its schema refuses is said at the field. */
export const SettingsPanel = memo(
  ({ editor, node, problems, ways, choices, isLocked, onClose, onPick, onLed }: SettingsPanelProps) => {
    const t = useText();
    const kind = kindOf(node.kind);
    // The same texts are the same object: fields are drawn anew when theirs change.
    const troublesJson = JSON.stringify(troublesAt(t, node, problems));
    const errors = useMemo(() => JSON.parse(troublesJson) as Record<string, string>, [troublesJson]);
    const { id } = node;
    const onEdit = useCallback<Edit>(
      (edit, gesture) =>
        editor.change(
          (flow) => {
            const settings = flow.nodes.find((one) => one.id === id)?.settings;
            return settings ? changeSettings(flow, id, edit(settings) as FlowNode['settings']) : flow;
          },
          gesture && `settings ${id} ${gesture}`,
        ),
      [editor, id],
    );
    const shape = kind && shapeOf(kind.settings);
    const panel = useRef<HTMLElement>(null);
    const { wantedField } = useDesigner();
    // Somebody came here to put this right.
    useEffect(() => {
      if (wantedField === null || !panel.current) return;
      focusField(panel.current, wantedField);
      onLed();
    }, [wantedField, onLed]);
    const loose = problems.filter(({ problem }) => problem.field === undefined);
    return (
      <aside
        ref={panel}
        className="flow-panel"
        aria-label={t('flows.settingsOf', { name: node.name || t(`flows.kind.${node.kind}` as TextKey) })}
      >
        <header>
          <KindIcon name={kind?.icon ?? ''} />
          <h3>{t(`flows.kind.${node.kind}` as TextKey)}</h3>
          {!isLocked && node.kind !== 'start' && (
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={t('flows.removeNode')}
              title={t('flows.removeNode')}
              onClick={() => editor.remove([node.id])}
            >
              <Trash2 size={16} aria-hidden />
            </ActionIcon>
          )}
          <ActionIcon variant="subtle" color="gray" aria-label={t('ui.close')} onClick={onClose}>
            <X size={16} aria-hidden />
          </ActionIcon>
        </header>
        <p className="flow-help">{t(`flows.kind.${node.kind}.help` as TextKey)}</p>
        {loose.map(({ problem }) => (
          <p key={problem.text} role="alert" className="flow-loose">
            {problemText(t, problem)}
          </p>
        ))}
        <div className="flow-fields">
          <TextInput
            label={t('flows.nodeName')}
            placeholder={t(`flows.kind.${node.kind}` as TextKey)}
            disabled={isLocked}
            maxLength={60}
            value={node.name}
            onChange={(event) => {
              const name = event.currentTarget.value;
              editor.change((flow) => renameNode(flow, node.id, name), `name ${node.id}`);
            }}
          />
          {shape?.is === 'group' && (
            <NodeFields
              fields={shape.fields}
              value={node.settings}
              errors={errors}
              path=""
              isLocked={isLocked}
              onEdit={onEdit}
            />
          )}
        </div>
        {ways.length > 0 && (
          <WaysOut editor={editor} id={id} ways={ways} choices={choices} isLocked={isLocked} onPick={onPick} />
        )}
        <p className="flow-step-id">
          {t('flows.stepId')}: <code>{node.id}</code>
        </p>
      </aside>
    );
  },
);
SettingsPanel.displayName = 'SettingsPanel';

/** What is wrong, by the path of the field. */
function troublesAt(t: TextOf, { kind, settings }: FlowNode, problems: readonly FlowProblem[]): Record<string, string> {
  const known = kindOf(kind);
  const fieldTexts: Record<string, string> = known ? { ...issueTexts(known.settings, settings) } : {};
  for (const { problem } of problems)
    if (problem.field !== undefined) fieldTexts[fieldOf(problem)!] ??= problemText(t, problem);
  return fieldTexts;
}

/** The field itself, or what it is part of. */
function focusField(panel: HTMLElement, path: string): void {
  for (let steps = path.split('.'); steps.length > 0; steps = steps.slice(0, -1)) {
    const place = `[data-field="${steps.join('.')}"]`;
    const control = panel.querySelector<HTMLElement>(
      `textarea${place}, ${place} :is(input:not([type="hidden"]), textarea, button)`,
    );
    if (!control) continue;
    control.focus();
    return control.scrollIntoView({ block: 'center' });
  }
}

/** The same for a comment. */
export function NotePanel({
  editor,
  note,
  isLocked,
  onClose,
}: {
  editor: EditorCommands;
  note: Note | undefined;
  isLocked: boolean;
  onClose(): void;
}) {
  const t = useText();
  if (!note) return null;
  const { id } = note;
  return (
    <aside className="flow-panel" aria-label={t('flows.note')}>
      <header>
        <h3>{t('flows.note')}</h3>
        {!isLocked && (
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={t('flows.removeNote')}
            onClick={() => editor.remove([id])}
          >
            <Trash2 size={16} aria-hidden />
          </ActionIcon>
        )}
        <ActionIcon variant="subtle" color="gray" aria-label={t('ui.close')} onClick={onClose}>
          <X size={16} aria-hidden />
        </ActionIcon>
      </header>
      <Textarea
        aria-label={t('flows.note')}
        autosize
        minRows={4}
        maxLength={2_000}
        disabled={isLocked}
        value={note.text}
        onChange={(event) => {
          const text = event.currentTarget.value;
          editor.change((flow) => changeNote(flow, id, { text }), `note ${id}`);
        }}
      />
    </aside>
  );
}
