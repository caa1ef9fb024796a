import { ActionIcon } from '@mantine/core';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { mayLeave } from '#platform/web/ui/form/unsaved.ts';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { callRecordsApi } from '../../contract.ts';
import { keyHolder, type KeyHolder } from '../player/player-keys.ts';
import { RecordDetail } from './record-detail.tsx';
import './record-panel.css';

interface RecordPanelProps {
  callId: string | null;
  /** The calls of the list beside it, in its order. */
  callIds: readonly string[];
  onOpen: (callId: string | null) => void;
}

const SEEK_SEC = 5;
/** Fields and lists have a use for arrows and space themselves, sliders too. */
const hasOwnKeys = (target: EventTarget): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [role="listbox"], [contenteditable="true"]') !== null;
const isPressed = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('button, a, summary') !== null;

/**
 * One call beside the list. Up and down go through the list, space and left and right belong to the recording, Escape
 * closes; none of them takes a key from somebody who types.
 */
export default function RecordPanel({ callId, callIds, onOpen }: RecordPanelProps) {
  const t = useText();
  const [keys] = useState(keyHolder);
  const [dirtyId, setDirtyId] = useState<string | null>(null);
  // The last one stays drawn while the panel fades out.
  const [drawnId, setDrawnId] = useState(callId);
  if (callId !== null && callId !== drawnId) setDrawnId(callId);
  const place = callId === null ? -1 : callIds.indexOf(callId);
  const dirty = dirtyId !== null && dirtyId === callId;

  async function move(by: number): Promise<void> {
    const next = place < 0 ? undefined : callIds[place + by];
    if (next !== undefined && (await mayLeave(dirty))) onOpen(next);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || hasOwnKeys(event.target)) return;
    const player = keys.current();
    if (event.key === 'ArrowDown') void move(1);
    else if (event.key === 'ArrowUp') void move(-1);
    else if (event.key === 'ArrowRight' && player) player.seekBy(SEEK_SEC);
    else if (event.key === 'ArrowLeft' && player) player.seekBy(-SEEK_SEC);
    else if (event.key === ' ' && player && !isPressed(event.target)) player.toggle();
    else return;
    event.preventDefault();
  }

  const steps = place >= 0 && (
    <span className="record-steps">
      <small>{t('call-records.detail.place', { place: place + 1, count: callIds.length })}</small>
      <ActionIcon
        disabled={place === 0}
        aria-label={t('call-records.detail.previous')}
        data-hint={t('call-records.detail.previous')}
        onClick={() => void move(-1)}
      >
        <ChevronUp size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        disabled={place === callIds.length - 1}
        aria-label={t('call-records.detail.next')}
        data-hint={t('call-records.detail.next')}
        onClick={() => void move(1)}
      >
        <ChevronDown size={18} aria-hidden />
      </ActionIcon>
    </span>
  );
  return (
    // What is pressed anywhere in the panel arrives here, whichever of its controls has the focus.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={onKeyDown}>
      <SidePanel
        opened={callId !== null}
        onClose={() => onOpen(null)}
        title={
          <span className="record-title">
            {t('call-records.detail.title')}
            {steps}
          </span>
        }
        dirty={dirty}
        size={600}
      >
        {/* Nothing that a space would press has the focus at first: it plays. */}
        <div className="record-body" data-autofocus tabIndex={-1}>
          {drawnId !== null && (
            <Detail
              key={drawnId}
              callId={drawnId}
              keys={keys}
              onDirty={(is) => setDirtyId(is ? drawnId : null)}
              onOpen={onOpen}
            />
          )}
        </div>
      </SidePanel>
    </div>
  );
}

interface DetailProps {
  callId: string;
  keys: KeyHolder;
  onDirty: (dirty: boolean) => void;
  onOpen: (callId: string) => void;
}

function Detail({ callId, ...rest }: DetailProps) {
  const { data, error, refetch } = useEndpoint(callRecordsApi.detail, { callId }, { handlesFailures: true });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingLines lines={12} />;
  return <RecordDetail call={data} {...rest} />;
}
