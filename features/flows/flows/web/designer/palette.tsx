import { TextInput } from '@mantine/core';
import { Search, StickyNote } from 'lucide-react';
import { memo, useState } from 'react';
import { nodeKinds } from '#core/flow/kinds/index.ts';
import type { NodeKind } from '#core/flow/node-kind.ts';
import { useText, type TextKey } from '#platform/web/i18n.ts';
import { KIND_MIME } from './kind-mime.ts';
import { KindIcon } from './kind-icon.tsx';

const groups = ['talk', 'decide', 'act', 'leave'] as const;

/** Every kind of step, to be dragged onto the canvas, or put there by a click or the Enter key. */
export const Palette = memo(({ onAdd, onNote }: { onAdd(kind: string): void; onNote(): void }) => {
  const t = useText();
  const [wanted, setWanted] = useState('');
  const nameOf = ({ kind }: NodeKind) => t(`flows.kind.${kind}` as TextKey);
  const helpOf = ({ kind }: NodeKind) => t(`flows.kind.${kind}.help` as TextKey);
  const fits = (kind: NodeKind) =>
    kind.kind !== 'start' && `${nameOf(kind)} ${helpOf(kind)}`.toLowerCase().includes(wanted.trim().toLowerCase());
  return (
    <aside className="flow-palette" aria-label={t('flows.palette')}>
      <TextInput
        size="xs"
        aria-label={t('flows.findKind')}
        placeholder={t('flows.findKind')}
        leftSection={<Search size={14} aria-hidden />}
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
      />
      {groups.map((group) => {
        const kinds = nodeKinds.filter((kind) => kind.group === group && fits(kind));
        return kinds.length === 0 ? null : (
          <section key={group}>
            <h3>{t(`flows.group.${group}` as TextKey)}</h3>
            {kinds.map((kind) => (
              <button
                key={kind.kind}
                type="button"
                className="flow-palette-item"
                data-group={group}
                title={helpOf(kind)}
                draggable
                onDragStart={(event) => {
                  event.dataTransfer.setData(KIND_MIME, kind.kind);
                  event.dataTransfer.effectAllowed = 'copy';
                }}
                onClick={() => onAdd(kind.kind)}
              >
                <KindIcon name={kind.icon} />
                <span>{nameOf(kind)}</span>
              </button>
            ))}
          </section>
        );
      })}
      <button type="button" className="flow-palette-item" onClick={onNote}>
        <StickyNote size={16} aria-hidden />
        <span>{t('flows.addNote')}</span>
      </button>
    </aside>
  );
});
Palette.displayName = 'Palette';
