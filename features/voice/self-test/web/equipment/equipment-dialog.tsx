import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { equipmentVerdict, troubles, type EquipmentFacts, type Trouble } from '#core/equipment/equipment.ts';
import { openLineCheck } from '../lines/check-window.ts';
import { usePhoneDesk, usePhoneView, type PhoneDesk, type PhoneView } from '#features/voice/softphone/web/index.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { equipmentCheckApi } from '../../contract.ts';
import { closeEquipmentCheck, useEquipmentWindow } from './check-window.ts';
import { browserFacts } from './measure.ts';
import { MicrophoneStep, SpeakerStep } from './parts/device-step.tsx';
import { NetworkStep } from './parts/network-step.tsx';
import { ResultPanel } from './parts/result-panel.tsx';
import { resultText } from './result-text.ts';
import { microphoneFacts, speakerFacts } from './sound-facts.ts';
import './equipment.css';

/** [EQUIP-01] [EQUIP-02] What is the trouble? Then device, browser and network, and what came of it. */
export default function EquipmentDialog() {
  const t = useText();
  const { opened, turn } = useEquipmentWindow();
  return (
    <Dialog opened={opened} onClose={closeEquipmentCheck} title={t('equipment-check.title')} size={600}>
      {opened && <Check key={turn} />}
    </Dialog>
  );
}

function lineTest(begins: boolean): void {
  closeEquipmentCheck();
  openLineCheck({ begins });
}

function Check() {
  const [isBegun, setBegun] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const desk = usePhoneDesk();
  const view = usePhoneView();
  if (!isBegun) return <Troubles onDevices={() => setBegun(true)} />;
  if (!desk || !view) return <LoadingLines lines={4} />;
  return <Steps key={attempt} desk={desk} view={view} onAgain={() => setAttempt(attempt + 1)} />;
}

function Troubles({ onDevices }: { onDevices: () => void }) {
  const t = useText();
  const choose = ({ leadsTo }: Trouble) => (leadsTo === 'equipment' ? onDevices() : lineTest(leadsTo === 'lineTest'));
  return (
    <>
      <p className="equipment-lead">{t('equipment-check.lead')}</p>
      <ul className="equipment-troubles">
        {troubles.map((trouble) => (
          <li key={trouble.key}>
            <button type="button" onClick={() => choose(trouble)}>
              <span>
                <b>{t(`equipment-check.trouble.${trouble.key}`)}</b>
                <small>{t(`equipment-check.trouble.${trouble.key}Hint`)}</small>
              </span>
              <ChevronRight size={16} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

type At = 'microphone' | 'speaker' | 'network' | 'result';
/** The four steps as they are counted; the device has two parts. */
const places: Record<At, number> = { microphone: 0, speaker: 0, network: 1, result: 3 };
const steps = ['device', 'browser', 'network', 'result'] as const;

function Steps({ desk, view: { sound }, onAgain }: { desk: PhoneDesk; view: PhoneView; onAgain: () => void }) {
  const t = useText();
  const format = useFormat();
  const who = useViewer()?.name ?? '';
  const [at, setAt] = useState<At>('microphone');
  const [seen, setSeen] = useState<boolean | null>(null);
  const [answer, setAnswer] = useState<{ heard: boolean | null; played: boolean }>({ heard: null, played: false });
  const [facts, setFacts] = useState<EquipmentFacts | null>(null);
  const keep = useCommand(equipmentCheckApi.report, { handlesFailures: true });
  const system = t('equipment-check.system');
  const browser = browserFacts(sound.permission);

  const finish = (network: EquipmentFacts['network']) => {
    const found: EquipmentFacts = {
      microphone: microphoneFacts(sound, seen, system),
      speaker: speakerFacts(sound, answer, system),
      browser,
      network,
    };
    setFacts(found);
    setAt('result');
    keep.mutate({ facts: found });
  };
  const isNow = (place: number): boolean => place === places[at] || (at === 'network' && place === 2);
  const verdict = facts && equipmentVerdict(facts);
  return (
    <div className="equipment">
      <ol className="equipment-steps">
        {steps.map((step, place) => (
          <li key={step} aria-current={isNow(place) ? 'step' : undefined} data-done={place < places[at] || undefined}>
            {t(`equipment-check.step.${step}`)}
          </li>
        ))}
      </ol>
      {at !== 'result' && <h3>{t(`equipment-check.at.${at}`)}</h3>}
      {at === 'microphone' && (
        <MicrophoneStep
          desk={desk}
          sound={sound}
          onDone={(saw) => {
            setSeen(saw);
            setAt('speaker');
          }}
        />
      )}
      {at === 'speaker' && (
        <SpeakerStep
          desk={desk}
          sound={sound}
          onDone={(given) => {
            setAnswer(given);
            setAt('network');
          }}
        />
      )}
      {at === 'network' && <NetworkStep desk={desk} browser={browser} onDone={finish} />}
      {facts && verdict && (
        <ResultPanel
          facts={facts}
          verdict={verdict}
          copied={() => resultText(facts, verdict, { at: format.exact(new Date()), who })}
          onAgain={onAgain}
          onLineTest={() => lineTest(true)}
        />
      )}
      {keep.isError && (
        <p className="equipment-lead" role="alert">
          {t('equipment-check.notKept')}
        </p>
      )}
    </div>
  );
}
