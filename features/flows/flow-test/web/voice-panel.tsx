import { Button, Popover } from '@mantine/core';
import { Grid3x3, Phone, PhoneOff, Play } from 'lucide-react';
import { useState } from 'react';
import { TEST_RECORDING_DAYS } from '#core/flow-test/test-recording.ts';
import { stagedAskOf } from '../core/staged-ask.ts';
import { KitNotice } from '#features/flows/speech/web/index.ts';
import { useText } from '#platform/web/i18n.ts';
import { FlowTestAction } from '#shared/codes/flow-test-action.ts';
import { TestCallStatus } from '#shared/codes/test-call-status.ts';
import { FlowKeypad } from './flow-keypad.tsx';
import type { FlowTesting, TestView } from './flow-testing.ts';
import { TestMessageList } from './test-message-list.tsx';
import { StagedChoice } from './staged-choice.tsx';
import { TimingChart } from './timing-chart.tsx';
import { VoiceFacts } from './voice-facts.tsx';
import { useMicrophoneCheck } from './use-microphone-check.ts';

/** Talking to the flow: who is where, how long it takes, how loud it is, keys, and what was said. */
export function VoicePanel({
  testing,
  view: { state, bar, last },
  onStart,
}: {
  testing: FlowTesting;
  view: TestView;
  onStart(): void;
}) {
  const t = useText();
  const [padOpen, setPadOpen] = useState(false);
  useMicrophoneCheck();
  // What failed for want of a voice begins when it is there.
  const goOn = (): void => void (state.error !== null && state.active === 0 && onStart());
  const asked = state.active === 1 ? stagedAskOf(state.messages) : null;
  const isCall = state.callStatus === TestCallStatus.ringing || state.callStatus === TestCallStatus.answered;
  return (
    <div className="flow-test-voice">
      <VoiceFacts state={state} />
      <div
        className="flow-test-volume"
        role="meter"
        aria-label={t('flow-test.volume')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={bar}
      >
        <span style={{ inlineSize: `${bar}%` }} />
      </div>
      <div className="flow-test-acts">
        {!isCall && (
          <Button
            data-flow-test="start"
            leftSection={<Play size={15} aria-hidden />}
            loading={state.callPending}
            onClick={onStart}
          >
            {t('flow-test.start')}
          </Button>
        )}
        {state.callStatus === TestCallStatus.ringing && (
          <Button color="green" leftSection={<Phone size={15} aria-hidden />} onClick={testing.answer}>
            {t('flow-test.answer')}
          </Button>
        )}
        {isCall && (
          <Button
            color="red"
            leftSection={<PhoneOff size={15} aria-hidden />}
            onClick={() => testing.send({ type: 'hangUp' })}
          >
            {t('flow-test.hangUp')}
          </Button>
        )}
        <Popover opened={padOpen} onChange={setPadOpen} position="bottom-end" withinPortal={false}>
          <Popover.Target>
            <Button
              variant="default"
              leftSection={<Grid3x3 size={15} aria-hidden />}
              aria-expanded={padOpen}
              onClick={() => setPadOpen(!padOpen)}
            >
              {t('flow-test.keys')}
            </Button>
          </Popover.Target>
          <Popover.Dropdown data-flow-test="dialpad">
            <FlowKeypad
              onSend={(keys) => {
                testing.send({ type: 'sendKeys', keys });
                const sent = keys !== '' && state.callStatus === TestCallStatus.answered;
                if (sent) setPadOpen(false);
                return sent;
              }}
            />
          </Popover.Dropdown>
        </Popover>
      </div>
      <KitNotice onReady={goOn} />
      {asked && (
        <StagedChoice
          asked={asked}
          isVoice
          onPlay={(reply) => testing.act({ actionType: FlowTestAction.stage, text: reply })}
        />
      )}
      {state.error !== null && (
        <p role="alert" className="flow-test-error">
          {state.error}
        </p>
      )}
      <div className="flow-test-charts">
        <TimingChart label={t('flow-test.asr')} values={state.timings.asr} />
        <TimingChart label={t('flow-test.llm')} values={state.timings.llm} />
        <TimingChart label={t('flow-test.tts')} values={state.timings.tts} />
      </div>
      <TestMessageList messages={state.messages} last={last} />
      <p className="flow-test-note">{t('flow-test.recordingNote', { days: TEST_RECORDING_DAYS })}</p>
    </div>
  );
}
