import { Button, Select, Textarea } from '@mantine/core';
import { BookmarkPlus, Play, Send, Square } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { FlowTestAction } from '#shared/codes/flow-test-action.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { stagedAskOf } from '../core/staged-ask.ts';
import type { TestMessage } from '../core/test-messages.ts';
import type { FlowTesting, TestView, Turn } from './flow-testing.ts';
import { TestMessageList } from './test-message-list.tsx';
import { StagedChoice } from './staged-choice.tsx';
import type { KeptConversation } from './tested-flow.ts';

const ways = [FlowTestAction.sendText, FlowTestAction.pressKeys, FlowTestAction.interrupt] as const;

interface TextPanelProps {
  testing: FlowTesting;
  view: TestView;
  onStart(replay?: readonly Turn[]): void;
  onKeep?: ((steps: KeptConversation['steps']) => void) | undefined;
}

/** Writing with the flow. Any turn can be changed and played again from there. */
export function TextPanel({ testing, view: { state, turns, last }, onStart, onKeep }: TextPanelProps) {
  const t = useText();
  const [way, setWay] = useState<(typeof ways)[number]>(FlowTestAction.sendText);
  const [typed, setTyped] = useState('');
  const isOn = state.active === 2;
  const asked = isOn ? stagedAskOf(state.messages) : null;

  function send(): void {
    const sent = asked === 'voicemail' ? play(typed) : testing.act({ actionType: way, text: typed });
    if (sent) setTyped('');
  }

  const play = (reply: string): boolean => testing.act({ actionType: FlowTestAction.stage, text: reply });

  function onKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!event.ctrlKey && !event.altKey) return void (typed.trim() !== '' && send());
    const { selectionStart: from, selectionEnd: to } = event.currentTarget;
    setTyped(`${typed.slice(0, from)}\n${typed.slice(to)}`);
  }

  /** Plays everything before this turn again, and puts the turn into the field to be changed. */
  function replayFrom(message: TestMessage): void {
    const spoken = state.messages.filter(({ msgType }) => msgType === MessageType.userSaid);
    const at = turnAt(
      turns,
      spoken.findIndex(({ msgId }) => msgId === message.msgId),
    );
    if (at < 0) return;
    setWay(FlowTestAction.sendText);
    setTyped(turns[at]!.text);
    onStart(turns.slice(0, at));
  }

  return (
    <div className="flow-test-text">
      <TestMessageList messages={state.messages} last={last} onReplay={replayFrom} />
      {asked && <StagedChoice asked={asked} isVoice={false} onPlay={play} />}
      {state.error !== null && (
        <p role="alert" className="flow-test-error">
          {state.error}
        </p>
      )}
      <div className="flow-test-acts">
        <Button
          data-flow-test="start"
          variant={isOn ? 'default' : 'filled'}
          leftSection={<Play size={15} aria-hidden />}
          onClick={() => onStart()}
        >
          {isOn ? t('flow-test.restart') : t('flow-test.start')}
        </Button>
        {isOn && (
          <Button
            variant="default"
            leftSection={<Square size={14} aria-hidden />}
            onClick={() => testing.act({ actionType: FlowTestAction.end, text: '' })}
          >
            {t('flow-test.end')}
          </Button>
        )}
        {onKeep && turns.length > 0 && (
          <Button
            variant="default"
            leftSection={<BookmarkPlus size={15} aria-hidden />}
            onClick={() =>
              onKeep(
                turns
                  .filter(({ actionType }) => actionType !== FlowTestAction.end)
                  .map(({ actionType, text, asked: of }) => ({ action: actionType, text, ...(of && { asked: of }) })),
              )
            }
          >
            {t('flow-test.keep')}
          </Button>
        )}
      </div>
      <div className="flow-test-write">
        <Select
          w={130}
          size="xs"
          aria-label={t('flow-test.way')}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          data={ways.map((one) => ({ value: String(one), label: t(FlowTestAction.row(one).key) }))}
          value={String(way)}
          onChange={(next) => setWay(ways.find((one) => String(one) === next) ?? FlowTestAction.sendText)}
        />
        <Textarea
          aria-label={t('flow-test.write')}
          placeholder={t(asked === 'voicemail' ? 'flow-test.messageHint' : 'flow-test.writeHint')}
          autosize
          minRows={1}
          maxRows={5}
          maxLength={2_000}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={onKey}
        />
        <Button
          aria-label={t('flow-test.send')}
          title={way === FlowTestAction.sendText && typed.trim() === '' ? t('flow-test.sendSilence') : undefined}
          disabled={!isOn}
          onClick={send}
        >
          <Send size={15} aria-hidden />
        </Button>
      </div>
    </div>
  );
}

/** Which of the turns the n-th saying was. */
function turnAt(turns: readonly Turn[], spoken: number): number {
  let count = -1;
  return turns.findIndex(({ actionType, text, asked }) => {
    const isSaid =
      actionType === FlowTestAction.sendText || actionType === FlowTestAction.interrupt || asked === 'voicemail';
    if (isSaid && text.trim() !== '') count += 1;
    return count === spoken;
  });
}
