import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { searchFold } from '#core/search/search-fold.ts';
import { regionsApi, type TimeZone } from '#features/office/regions/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { switchTimeZone } from '../preferences.ts';
import { useInfo } from '../shell-data.ts';

/** The zones whose place, area, name or offset holds every word typed. */
export function zonesMatching(zones: readonly TimeZone[], typed: string): TimeZone[] {
  const words = searchFold(typed).split(/\s+/).filter(Boolean);
  return zones.filter((zone) => {
    const all = searchFold(
      `${zone.label} ${zone.area} ${zone.place} ${zone.time_zone.replaceAll('_', ' ')} utc${zone.offset}`,
    );
    return words.every((word) => all.includes(word));
  });
}

/** The list arrives after the popover has looked for what to focus. */
const intoFocus = (field: HTMLInputElement | null) => field?.focus();
const intoView = (option: HTMLElement | null) => option?.scrollIntoView?.({ block: 'center' });

/** A searchable list of time zones; choosing one stores it. */
export function ZoneList({ onChosen }: { onChosen: () => void }) {
  const t = useText();
  const { timeZone } = useInfo();
  const {
    data: zones,
    error,
    refetch,
  } = useEndpoint(regionsApi.timeZones, {}, { staleMs: 3_600_000, handlesFailures: true });
  const [typed, setTyped] = useState('');
  const combobox = useCombobox();
  const found = useMemo(() => zonesMatching(zones ?? [], typed), [zones, typed]);
  const choose = (id: string) => {
    onChosen();
    void switchTimeZone(Number(id));
  };

  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!zones) return <LoadingLines lines={4} />;
  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.EventsTarget>
        <TextInput
          ref={intoFocus}
          className="zone-search"
          aria-label={t('shell.timeZone.search')}
          placeholder={t('shell.timeZone.search')}
          leftSection={<Search size={15} aria-hidden />}
          value={typed}
          onChange={(event) => {
            combobox.resetSelectedOption();
            setTyped(event.currentTarget.value);
          }}
          // Enter takes the first match unless the arrows chose another.
          onKeyDown={(event) =>
            event.key === 'Enter' &&
            combobox.getSelectedOptionIndex() < 0 &&
            typed &&
            found[0] &&
            choose(found[0].value)
          }
        />
      </Combobox.EventsTarget>
      <Combobox.Options className="zone-list" aria-label={t('shell.timeZone.list')}>
        {found.map((zone) => (
          <Combobox.Option
            key={zone.id}
            value={zone.value}
            ref={zone.time_zone === timeZone ? intoView : null}
            selected={zone.time_zone === timeZone}
            active={zone.time_zone === timeZone}
          >
            <span className="zone-place">{zone.place}</span>
            <span className="zone-offset">UTC{zone.offset}</span>
          </Combobox.Option>
        ))}
        {found.length === 0 && <Combobox.Empty>{t('shell.timeZone.none')}</Combobox.Empty>}
      </Combobox.Options>
    </Combobox>
  );
}
