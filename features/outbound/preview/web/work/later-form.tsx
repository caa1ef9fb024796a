import { Button } from '@mantine/core';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { MomentField } from '#platform/web/ui/moment-field.tsx';
import { fromWire, toWire } from '#platform/web/zone.ts';
import { useEscape } from './use-escape.ts';

const soon = [
  { key: 'hour', minutes: 60 },
  { key: 'twoHours', minutes: 120 },
  { key: 'tomorrow', minutes: 1_440 },
] as const;

/** When a customer is called again: in a while, or at a time they named. */
export function LaterForm({
  isBusy,
  onLater,
  onCancel,
}: {
  isBusy: boolean;
  onLater: (at: string) => void;
  onCancel: () => void;
}) {
  const t = useText();
  useEscape(onCancel);
  const [at, setAt] = useState<string | null>(null);
  const [isPast, setPast] = useState(false);
  return (
    <form
      className="task-ask"
      aria-label={t('preview.work.later')}
      onSubmit={(event) => {
        event.preventDefault();
        if (at === null) return;
        if (fromWire(at).getTime() <= Date.now()) setPast(true);
        else onLater(at);
      }}
    >
      <div className="task-usual">
        {soon.map(({ key, minutes }, place) => (
          <Button
            key={key}
            size="compact-sm"
            variant="default"
            disabled={isBusy}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the key that opened it wants one chosen
            autoFocus={place === 0}
            onClick={() => onLater(toWire(new Date(Date.now() + minutes * 60_000)))}
          >
            {t(`preview.soon.${key}`)}
          </Button>
        ))}
      </div>
      <MomentField
        label={t('preview.work.laterAt')}
        value={at}
        error={isPast ? t('preview.work.laterPast') : undefined}
        onChange={(next) => (setAt(next), setPast(false))}
      />
      <div className="task-buttons">
        <Button type="submit" loading={isBusy} disabled={at === null}>
          {t('preview.work.laterNow')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
      </div>
    </form>
  );
}
