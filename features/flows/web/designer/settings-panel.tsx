import { ActionIcon, TextInput, Textarea } from '@mantine/core';
import { Trash2, X } from 'lucide-react';
import { changeNote, changeSettings, renameNode } from '#core/flow/edit.ts';
import type { FlowNode } from '#core/flow/flow.ts';
import { kindOf } from '#core/flow/kinds/index.ts';
import { useText, type TextKey } from '#platform/web/i18n.ts';
import { issueTexts } from '#platform/web/ui/form/issue-text.ts';
import { Fields } from './fields/field.tsx';
import { shapeOf } from './fields/schema-shape.ts';
import { KindIcon } from './kind-icon.tsx';
import { problemText, type Found } from './problems.ts';
import type { Editor } from './use-editor.ts';

interface SettingsPanelProps {
  editor: Editor;
  node: FlowNode;
  problems: readonly Found[];
  isLocked: boolean;
  onClose(): void;
}

/** Everything that can be set of the chosen node; what its schema refuses is said at the field. */
export function SettingsPanel({ editor, node, problems, isLocked, onClose }: SettingsPanelProps) {
  const t = useText();
  const kind = kindOf(node.kind);
  const said: Record<string, string> = { ...((kind ? issueTexts(kind.settings, node.settings) : {}) as Record<string, string>) };
  for (const { problem } of problems) if (problem.field !== undefined) said[problem.field] ??= problemText(t, problem);
  const shape = kind && shapeOf(kind.settings);
  const loose = problems.filter(({ problem }) => problem.field === undefined);
  return (
    <aside className="flow-panel" aria-label={t('flows.settingsOf', { name: node.name || t(`flows.kind.${node.kind}` as TextKey) })}>
      <header>
        <KindIcon name={kind?.icon ?? ''} />
        <h3>{t(`flows.kind.${node.kind}` as TextKey)}</h3>
        {!isLocked && node.kind !== 'start' && <ActionIcon variant="subtle" color="red" aria-label={t('flows.removeNode')} title={t('flows.removeNode')} onClick={() => editor.remove([node.id])}><Trash2 size={16} aria-hidden /></ActionIcon>}
        <ActionIcon variant="subtle" color="gray" aria-label={t('ui.close')} onClick={onClose}><X size={16} aria-hidden /></ActionIcon>
      </header>
      <p className="flow-help">{t(`flows.kind.${node.kind}.help` as TextKey)}</p>
      {loose.map(({ problem }) => <p key={problem.text} role="alert" className="flow-loose">{problemText(t, problem)}</p>)}
      <div className="flow-fields">
        <TextInput label={t('flows.nodeName')} placeholder={t(`flows.kind.${node.kind}` as TextKey)} disabled={isLocked} maxLength={60} value={node.name} onChange={(event) => {
          const name = event.currentTarget.value;
          editor.change((flow) => renameNode(flow, node.id, name), `name ${node.id}`);
        }} />
        {shape?.is === 'group' && (
          <Fields
            fields={shape.fields}
            value={node.settings}
            errors={said}
            path=""
            isLocked={isLocked}
            onChange={(settings) => editor.change((flow) => changeSettings(flow, node.id, settings as FlowNode['settings']), `settings ${node.id}`)}
          />
        )}
      </div>
      <p className="flow-step-id">{t('flows.stepId')}: <code>{node.id}</code></p>
    </aside>
  );
}

/** The same for a comment. */
export function NotePanel({ editor, id, isLocked, onClose }: { editor: Editor; id: string; isLocked: boolean; onClose(): void }) {
  const t = useText();
  const note = editor.flow.notes.find((one) => one.id === id);
  if (!note) return null;
  return (
    <aside className="flow-panel" aria-label={t('flows.note')}>
      <header>
        <h3>{t('flows.note')}</h3>
        {!isLocked && <ActionIcon variant="subtle" color="red" aria-label={t('flows.removeNote')} onClick={() => editor.remove([id])}><Trash2 size={16} aria-hidden /></ActionIcon>}
        <ActionIcon variant="subtle" color="gray" aria-label={t('ui.close')} onClick={onClose}><X size={16} aria-hidden /></ActionIcon>
      </header>
      <Textarea aria-label={t('flows.note')} autosize minRows={4} maxLength={2_000} disabled={isLocked} value={note.text} onChange={(event) => {
        const text = event.currentTarget.value;
        editor.change((flow) => changeNote(flow, id, { text }), `note ${id}`);
      }} />
    </aside>
  );
}
