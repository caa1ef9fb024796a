import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { accessApi, type SettingName } from '../../contract.ts';

type PaceSetting = Extract<SettingName, 'ChatCapacity' | 'ChatGreetAtOnce' | 'ChatReactSeconds' | 'ChatAnswerSeconds'>;
interface PaceField {
  name: PaceSetting;
  least: number;
  most: number;
  /** What holds while nothing is set. */
  otherwise: number;
}

const fields: PaceField[] = [
  { name: 'ChatCapacity', least: 1, most: 99, otherwise: 5 },
  { name: 'ChatGreetAtOnce', least: 1, most: 99, otherwise: 2 },
  { name: 'ChatReactSeconds', least: 10, most: 9_999, otherwise: 60 },
  { name: 'ChatAnswerSeconds', least: 1, most: 99_999, otherwise: 120 },
];

/** How many conversations agents get, how fast, and how long they have for them. */
export function ChatPaceCard({ save }: { save: (name: SettingName, value: string) => void }) {
  const t = useText();
  return (
    <Card title={t('access.settings.chats')}>
      <div className="access-cards">
        {fields.map((field) => (
          <SavedPace key={field.name} field={field} save={save} />
        ))}
      </div>
    </Card>
  );
}

function SavedPace({ field, save }: { field: PaceField; save: (name: SettingName, value: string) => void }) {
  const { data } = useEndpoint(accessApi.configValue, { name: field.name }, { handlesFailures: true });
  return data ? <PaceInput key={data.value} field={field} saved={data.value ?? ''} save={save} /> : null;
}

/** Saved when the field is left; empty means what holds by itself. */
function PaceInput({
  field: { name, least, most, otherwise },
  saved,
  save,
}: {
  field: PaceField;
  saved: string;
  save: (name: SettingName, value: string) => void;
}) {
  const t = useText();
  const [typed, setTyped] = useState(saved);
  const saveTyped = () => {
    const wanted = typed === '' ? '' : String(Math.min(most, Math.max(least, Number(typed))));
    setTyped(wanted);
    if (wanted !== saved) save(name, wanted);
  };
  return (
    <NumberInput
      label={t(`access.settings.${name}`)}
      description={t(`access.settings.${name}Hint`)}
      placeholder={String(otherwise)}
      min={least}
      max={most}
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={false}
      value={typed}
      onChange={(value) => setTyped(String(value))}
      onBlur={saveTyped}
      onKeyDown={(event) => event.key === 'Enter' && saveTyped()}
    />
  );
}
