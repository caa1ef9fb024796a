import { Alert } from '@mantine/core';
import { useFormat } from '#platform/web/format.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import type { CarrierPreset } from '../../core/presets.ts';

/** What a preset leaves open, what is to be done at the carrier, and where it was read. */
export function PresetNote({ preset }: { preset: CarrierPreset }) {
  const t = useText();
  const format = useFormat();
  const month = new Intl.DateTimeFormat(useLanguage(), { year: 'numeric', month: 'long', timeZone: 'UTC' });
  const blanks = preset.blanks.map(({ field, example }) =>
    example ? t('trunks.preset.blankLike', { field: t(`trunks.blank.${field}`), example }) : t(`trunks.blank.${field}`),
  );
  return (
    <Alert variant="light" title={t('trunks.preset.title', { name: preset.name })}>
      <div className="trunk-preset-note">
        <p>{t('trunks.preset.fill', { fields: format.list(blanks) })}</p>
        <ul>
          {preset.errands.map((errand) => (
            <li key={errand}>{t(`trunks.errand.${errand}`)}</li>
          ))}
        </ul>
        <p>
          <small>{t('trunks.preset.read', { month: month.format(new Date(`${preset.readIn}-01T00:00:00Z`)) })}</small>
        </p>
        <ul className="trunk-sources">
          {preset.sources.map((source) => (
            <li key={source}>
              <a href={source} target="_blank" rel="noreferrer">
                {source.replace(/^https:\/\/(www\.)?/, '')}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </Alert>
  );
}
