import { Select, Switch } from '@mantine/core';
import { useText } from '#platform/web/i18n.ts';
import { WeekHours, WORKING } from '#platform/web/ui/week-hours.tsx';
import type { WebSettings } from '../../contract.ts';

/** When somebody is there: always, or at these hours of the week. */
export function HoursFields({
  settings: { hours, time_zone },
  onChange,
}: {
  settings: WebSettings;
  onChange: (next: Partial<WebSettings>) => void;
}) {
  const t = useText();
  return (
    <fieldset className="form-group">
      <Switch
        label={t('chat-channels.field.always')}
        checked={hours === null}
        onChange={({ currentTarget: { checked } }) => onChange({ hours: checked ? null : [...WORKING] })}
      />
      {hours !== null && (
        <div className="channel-days">
          <Select
            label={t('chat-channels.field.zone')}
            searchable
            data={Intl.supportedValuesOf('timeZone')}
            value={time_zone}
            onChange={(zone) => zone && onChange({ time_zone: zone })}
          />
          <WeekHours hours={hours} onChange={(next) => onChange({ hours: next })} />
        </div>
      )}
    </fieldset>
  );
}
