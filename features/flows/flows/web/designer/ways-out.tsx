import { ActionIcon, Select } from '@mantine/core';
import { Crosshair } from 'lucide-react';
import { memo } from 'react';
import { connect, disconnect } from '../../core/edit.ts';
import type { NodeId } from '#core/flow/flow.ts';
import type { Branch } from '#core/flow/node-kind.ts';
import { useText, type TextKey } from '#platform/web/i18n.ts';
import type { Picking } from './canvas-hints.tsx';
import type { EditorCommands } from './use-editor.ts';

export interface WayOut {
  branch: Branch;
  to: NodeId | null;
}

interface WaysOutProps {
  editor: EditorCommands;
  id: NodeId;
  ways: readonly WayOut[];
  choices: { value: NodeId; label: string }[];
  isLocked: boolean;
  /** The next step that is clicked is where it leads. */
  onPick(picking: Picking): void;
}

/** Where each branch of a step leads, for those who draw no lines: with keys, by touch, or across a large flow. */
export const WaysOut = memo(
  ({ editor, id, ways, choices, isLocked, onPick }: WaysOutProps) => {
    const t = useText();
    return (
      <section className="flow-ways" aria-label={t('flows.waysOut')}>
        <b>{t('flows.waysOut')}</b>
        {ways.map(({ branch: { key, label }, to }) => {
          const name = label ?? t(`flows.branch.${key}` as TextKey);
          return (
            <div key={key} className="flow-way">
              <Select
                size="xs"
                label={name}
                placeholder={t('flows.wayEnds')}
                data={choices}
                value={to}
                disabled={isLocked}
                searchable
                clearable
                onChange={(chosen) =>
                  editor.change((flow) =>
                    chosen === null
                      ? disconnect(flow, { from: id, branch: key })
                      : connect(flow, { from: id, branch: key, to: chosen }),
                  )
                }
              />
              {!isLocked && (
                <ActionIcon
                  variant="default"
                  size={30}
                  aria-label={t('flows.pickTarget', { way: name })}
                  title={t('flows.pickTarget', { way: name })}
                  onClick={() => onPick({ from: id, branch: key, label: name })}
                >
                  <Crosshair size={15} aria-hidden />
                </ActionIcon>
              )}
            </div>
          );
        })}
      </section>
    );
  },
  (a, b) =>
    a.editor === b.editor &&
    a.id === b.id &&
    a.isLocked === b.isLocked &&
    a.onPick === b.onPick &&
    a.choices === b.choices &&
    JSON.stringify(a.ways) === JSON.stringify(b.ways),
);
WaysOut.displayName = 'WaysOut';
