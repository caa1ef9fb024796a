import { ActionIcon, Button, Menu, TextInput } from '@mantine/core';
import {
  Braces,
  CircleCheck,
  ClipboardPaste,
  Copy,
  Ellipsis,
  History as Versions,
  LayoutGrid,
  ListChecks,
  Redo2,
  Search,
  TriangleAlert,
  Undo2,
} from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { useText, type TextKey } from '#platform/web/i18n.ts';
import type { DraftState } from './use-draft.ts';
import type { EditorCommands } from './use-editor.ts';

/** Whether what is on the canvas is saved. */
export const SavedNote = memo(
  ({ state, isLocked, onRetry }: { state: DraftState; isLocked: boolean; onRetry(): void }) => {
    const t = useText();
    return (
      <>
        <span className="flow-saved" role="status">
          {isLocked ? t('flows.readOnly') : t(`flows.draft.${state.at}` as TextKey)}
        </span>
        {state.at === 'failed' && (
          <Button size="compact-xs" variant="light" color="red" onClick={onRetry}>
            {t('ui.retry')}
          </Button>
        )}
      </>
    );
  },
);
SavedNote.displayName = 'SavedNote';

interface ToolsProps {
  editor: EditorCommands;
  isLocked: boolean;
  canUndo: boolean;
  canRedo: boolean;
  wanted: string;
  /** How many steps fit what is looked for. */
  fits: number;
  onTidy(): void;
  onWanted(wanted: string): void;
  onNext(): void;
}

/** Taking back, tidying up, finding. */
export const Tools = memo(
  ({ editor, isLocked, canUndo, canRedo, wanted, fits, onTidy, onWanted, onNext }: ToolsProps) => {
    const t = useText();
    return (
      <div className="flow-toolbar-tools">
        {!isLocked && (
          <>
            <Tool label={t('flows.undo')} keys="Ctrl+Z" isOff={!canUndo} onClick={editor.undo}>
              <Undo2 size={17} aria-hidden />
            </Tool>
            <Tool label={t('flows.redo')} keys="Ctrl+Shift+Z" isOff={!canRedo} onClick={editor.redo}>
              <Redo2 size={17} aria-hidden />
            </Tool>
            <Tool label={t('flows.tidy')} onClick={onTidy}>
              <LayoutGrid size={17} aria-hidden />
            </Tool>
          </>
        )}
        <TextInput
          className="flow-search"
          size="xs"
          aria-label={t('flows.find')}
          placeholder={t('flows.find')}
          leftSection={<Search size={14} aria-hidden />}
          value={wanted}
          rightSection={
            wanted.trim() === '' ? null : (
              <span className="flow-fits" role="status">
                {fits}
              </span>
            )
          }
          onChange={(event) => onWanted(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onNext();
            if (event.key === 'Escape') onWanted('');
          }}
        />
      </div>
    );
  },
);
Tools.displayName = 'Tools';

/** What can be looked at beside the canvas. */
export const Looks = memo(
  ({ problems, onProblems, onFlow }: { problems: number; onProblems(): void; onFlow(): void }) => {
    const t = useText();
    return (
      <div className="flow-toolbar-looks">
        <Button
          size="xs"
          variant="subtle"
          data-count={problems || undefined}
          color={problems > 0 ? 'red' : 'gray'}
          leftSection={problems > 0 ? <TriangleAlert size={15} aria-hidden /> : <CircleCheck size={15} aria-hidden />}
          onClick={onProblems}
        >
          {problems > 0 ? t('flows.problemCount', { count: problems }) : t('flows.noProblems')}
        </Button>
        <Button size="xs" variant="subtle" color="gray" leftSection={<Braces size={15} aria-hidden />} onClick={onFlow}>
          {t('flows.languagesAndValues')}
        </Button>
      </div>
    );
  },
);
Looks.displayName = 'Looks';

interface MoreProps {
  isLocked: boolean;
  canCopy: boolean;
  onVersions(): void;
  onCases(): void;
  onCopy(): void;
  onPaste(): void;
}

/** What is needed less often. */
export const More = memo(({ isLocked, canCopy, onVersions, onCases, onCopy, onPaste }: MoreProps) => {
  const t = useText();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={28} aria-label={t('flows.more')}>
          <Ellipsis size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Versions size={15} aria-hidden />} onClick={onVersions}>
          {t('flows.versions')}
        </Menu.Item>
        <Menu.Item leftSection={<ListChecks size={15} aria-hidden />} onClick={onCases}>
          {t('flows.cases')}
        </Menu.Item>
        <Menu.Item leftSection={<Copy size={15} aria-hidden />} disabled={!canCopy} onClick={onCopy}>
          {t('flows.copy')}
        </Menu.Item>
        {!isLocked && (
          <Menu.Item leftSection={<ClipboardPaste size={15} aria-hidden />} onClick={onPaste}>
            {t('flows.paste')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
});
More.displayName = 'More';

const Tool = ({
  label,
  keys,
  isOff = false,
  onClick,
  children,
}: {
  label: string;
  keys?: string;
  isOff?: boolean;
  onClick(): void;
  children: ReactNode;
}) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    aria-label={label}
    title={keys ? `${label} (${keys})` : label}
    disabled={isOff}
    onClick={onClick}
  >
    {children}
  </ActionIcon>
);
