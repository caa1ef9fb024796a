import { Button } from '@mantine/core';
import { Cable } from 'lucide-react';
import { Suspense } from 'react';
import { rehearsal, rehearsalTrunk } from '#features/voice/rehearsal/web/index.ts';
import { lazily } from '#platform/web/feature.ts';
import { useText } from '#platform/web/i18n.ts';
import { SidePanel } from '#platform/web/ui/dialogs.tsx';
import { Card } from '#platform/web/ui/page.tsx';
import { useCan } from '#platform/web/viewer.ts';
import { carrierPresets, type CarrierPreset } from '../../core/presets.ts';

const Rehearsal = lazily(rehearsal, rehearsalTrunk);

type OnChoose = (preset: CarrierPreset | null) => void;

/** No trunk yet: what one is, carriers to begin with, and a way to try everything without one. */
export function TrunkStart({ mayEdit, onChoose }: { mayEdit: boolean; onChoose: OnChoose }) {
  const t = useText();
  const mayRehearse = useCan()('rehearsal.edit');
  return (
    <Card title={t('trunks.start.title')}>
      <div className="trunk-start">
        <p>{t('trunks.start.lead')}</p>
        {mayEdit ? (
          <>
            <h3>{t('trunks.start.choose')}</h3>
            <PresetChoice onChoose={onChoose} />
          </>
        ) : (
          <p>{t('trunks.start.ask')}</p>
        )}
        {mayRehearse && (
          <section aria-label={t('trunks.start.rehearse')}>
            <h3>{t('trunks.start.rehearse')}</h3>
            <p>{t('trunks.start.rehearseHint')}</p>
            <Suspense>
              <Rehearsal />
            </Suspense>
          </section>
        )}
      </div>
    </Card>
  );
}

/** Which carrier a new trunk leads to. */
export function PresetPanel({ onChoose, onClose }: { onChoose: OnChoose; onClose: () => void }) {
  const t = useText();
  return (
    <SidePanel opened onClose={onClose} size={560} title={t('trunks.add')}>
      <div className="trunk-start">
        <p>{t('trunks.start.choose')}</p>
        <PresetChoice onChoose={onChoose} />
      </div>
    </SidePanel>
  );
}

function PresetChoice({ onChoose }: { onChoose: OnChoose }) {
  const t = useText();
  return (
    <ul className="trunk-presets">
      {carrierPresets.map((preset) => (
        <li key={preset.id}>
          <Button variant="default" fullWidth justify="flex-start" onClick={() => onChoose(preset)}>
            {preset.name}
          </Button>
        </li>
      ))}
      <li>
        <Button
          variant="default"
          fullWidth
          justify="flex-start"
          leftSection={<Cable size={15} aria-hidden />}
          onClick={() => onChoose(null)}
        >
          {t('trunks.start.other')}
        </Button>
      </li>
    </ul>
  );
}
