import { ActionIcon, Tabs } from '@mantine/core';
import { Maximize2, Minimize2, Move, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { SHRINK_MS } from '../core/limits.ts';
import { knownParams } from '../core/wire-value.ts';
import type { TestMessage } from '../core/test-messages.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { FlowTestTab } from '#shared/codes/flow-test-tab.ts';
import { useText } from '#platform/web/i18n.ts';
import { useWindowMoves, type WindowPlace } from '#platform/web/ui/window-place.ts';
import { useStore } from '#platform/web/use-store.ts';
import { noWishes, type FlowTesting, type TestWishes } from './flow-testing.ts';
import { openFlowTesting } from './open-flow-testing.ts';
import { TestSetup } from './test-setup.tsx';
import type { TestedFlow } from './tested-flow.ts';
import { TextPanel } from './text-panel.tsx';
import { VoicePanel } from './voice-panel.tsx';
import './flow-test.css';

/** Clicks here do not make the window small: the buttons that begin a test, and the dial pad. */
const STAYS = '[data-flow-test="start"], [data-flow-test="workflow"], [data-flow-test="dialpad"]';

/** Opens the tool, and closes it with the window. */
export function TestWindow(props: TestedFlow & { onClose(): void }) {
  const { flowId } = props;
  const [testing, setTesting] = useState<FlowTesting | null>(null);
  useEffect(() => {
    const opened = openFlowTesting(flowId);
    // What is opened here is closed here, also where effects run twice.
    // oxlint-disable-next-line react/set-state-in-effect
    setTesting(opened);
    return () => opened.close();
  }, [flowId]);
  return testing && <Window {...props} testing={testing} />;
}

/** The window that tests a flow: by voice or by text, small or large, wherever it was dragged. */
function Window({ testing, onBegin, onNode, onKeep, onClose }: TestedFlow & { testing: FlowTesting; onClose(): void }) {
  const t = useText();
  const view = useStore(testing.view);
  const [tab, setTab] = useState<FlowTestTab>(FlowTestTab.voice);
  const [isSmall, setSmall] = useState(false);
  const [wishes, setWishes] = useState<TestWishes>(noWishes);
  const place = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<WindowPlace | null>(null);
  const { head, toNextCorner } = useWindowMoves('.flow-test', setAt);

  useEffect(() => {
    if (isSmall) return;
    const onDown = (event: globalThis.PointerEvent): void => {
      const target = event.target as Element | null;
      if (
        !target ||
        place.current?.contains(target) ||
        target.closest(STAYS) ||
        target.closest('[data-portal], .mantine-Popover-dropdown, .toasts')
      )
        return;
      setSmall(true);
    };
    document.addEventListener('pointerdown', onDown);
    return () => document.removeEventListener('pointerdown', onDown);
  }, [isSmall, place]);

  // The node the conversation is at lights up on the canvas.
  const latest = view.state.messages.findLast(
    ({ msgType, stepId }) =>
      typeof stepId === 'string' && MessageType.has(msgType) && MessageType.row(msgType).family === 'triggerNode',
  );
  const node = view.state.active === 0 ? null : ((latest?.['stepId'] as string | undefined) ?? null);
  useEffect(() => onNode(node), [node, onNode]);

  const begin = async (start: () => void | Promise<void>): Promise<void> => {
    if (await onBegin()) await start();
  };

  return createPortal(
    <div
      ref={place}
      className="flow-test"
      role="dialog"
      aria-label={t('flow-test.title')}
      data-small={isSmall || undefined}
      style={{
        transitionDuration: `${SHRINK_MS}ms`,
        ...(at ? { left: at.x, top: at.y, right: 'auto', bottom: 'auto' } : {}),
      }}
    >
      <header {...head}>
        <b>{view.settings?.flowName ?? t('flow-test.title')}</b>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('ui.moveWindow')}
          title={t('ui.moveWindow')}
          onClick={toNextCorner}
        >
          <Move size={15} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={isSmall ? t('flow-test.restore') : t('flow-test.shrink')}
          onClick={() => setSmall(!isSmall)}
        >
          {isSmall ? <Maximize2 size={15} aria-hidden /> : <Minimize2 size={15} aria-hidden />}
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" aria-label={t('flow-test.close')} onClick={onClose}>
          <X size={16} aria-hidden />
        </ActionIcon>
      </header>
      <div className="flow-test-body" hidden={isSmall}>
        <Tabs value={String(tab)} onChange={(next) => setTab(Number(next) as FlowTestTab)} keepMounted={false}>
          <Tabs.List grow>
            <Tabs.Tab value={String(FlowTestTab.voice)} disabled={view.state.active === 2}>
              {t('flowTestTab.voice')}
            </Tabs.Tab>
            <Tabs.Tab value={String(FlowTestTab.text)} disabled={view.state.active === 1}>
              {t('flowTestTab.text')}
            </Tabs.Tab>
          </Tabs.List>
          <TestSetup settings={view.settings} wishes={wishes} onChange={setWishes} isLocked={view.state.active !== 0} />
          <Tabs.Panel value={String(FlowTestTab.voice)}>
            <VoicePanel testing={testing} view={view} onStart={() => void begin(() => testing.startVoice(wishes))} />
          </Tabs.Panel>
          <Tabs.Panel value={String(FlowTestTab.text)}>
            <TextPanel
              testing={testing}
              view={view}
              onStart={(replay) => void begin(() => testing.startText(wishes, replay))}
              onKeep={
                onKeep &&
                ((steps) =>
                  onKeep({
                    steps,
                    ...(wishes.customer && { customerId: wishes.customer.id }),
                    values: knownParams(wishes.params, view.settings?.variables ?? []),
                    ...outcomeOf(view.state.messages),
                  }))
              }
            />
          </Tabs.Panel>
        </Tabs>
      </div>
    </div>,
    document.body,
  );
}

/** What the flow said last, and with which result it ended. */
function outcomeOf(messages: readonly TestMessage[]): { lastWords: string; result: number | null } {
  const lastLine = messages.findLast(({ msgType, text }) => msgType === MessageType.aiSaid && typeof text === 'string');
  const ended = messages.findLast(({ result }) => typeof result === 'number');
  return {
    lastWords: (lastLine?.['text'] as string | undefined) ?? '',
    result: (ended?.['result'] as number | undefined) ?? null,
  };
}
