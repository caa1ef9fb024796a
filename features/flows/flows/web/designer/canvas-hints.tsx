import { Button } from '@mantine/core';
import { Panel } from '@xyflow/react';
import { Crosshair, ZoomIn } from 'lucide-react';
import { useEffect } from 'react';
import type { Edge } from '#core/flow/flow.ts';
import { useText } from '#platform/web/i18n.ts';

/** A way out whose step is about to be chosen on the canvas. */
export interface Picking extends Pick<Edge, 'from' | 'branch'> {
  label: string;
}

/** What a click does now. */
export function PickHint({ picking, onStop }: { picking: Picking; onStop(): void }) {
  const t = useText();
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent): void => void (key === 'Escape' && onStop());
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onStop]);
  return (
    <Panel position="top-center" className="flow-hint">
      <Crosshair size={15} aria-hidden />
      <span role="status">{t('flows.picking', { way: picking.label })}</span>
      <Button size="compact-xs" variant="default" onClick={onStop}>
        {t('ui.cancel')}
      </Button>
    </Panel>
  );
}

interface FarHintProps {
  /** Not while the canvas says something else. */
  isShown: boolean;
  isLocked: boolean;
  isSketched: boolean;
  onCloser(): void;
}

/** Why there is nothing to draw a line from, or no line to be reached, and what to do. */
export function FarHint({ isShown, isLocked, isSketched, onCloser }: FarHintProps) {
  const t = useText();
  const hasWords = isShown && (!isLocked || isSketched);
  return (
    <Panel position="top-center" className={hasWords ? 'flow-hint' : undefined}>
      {/* There before its words are: only what comes into it is read out everywhere. */}
      <div role="status">
        {isShown && !isLocked && <div>{t('flows.tooSmall')}</div>}
        {isShown && isSketched && <div>{t('flows.sketched')}</div>}
      </div>
      {hasWords && (
        <Button size="compact-xs" variant="default" leftSection={<ZoomIn size={14} aria-hidden />} onClick={onCloser}>
          {t('flows.comeCloser')}
        </Button>
      )}
    </Panel>
  );
}
