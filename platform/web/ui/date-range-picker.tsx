import { DatePickerInput, DatesProvider } from '@mantine/dates';
import { CalendarDays } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import type { Language } from '#shared/languages.ts';
import { useLanguage, useText } from '../i18n.ts';
import type { DateRangeFieldProps } from './date-range.ts';
import '@mantine/dates/styles.layer.css';

/** The calendar's words come from dayjs; English is built in. */
const words: Record<Language, { name: string; load: () => Promise<unknown> }> = {
  'en-US': { name: 'en', load: async () => {} },
  'zh-CN': { name: 'zh-cn', load: () => import('dayjs/locale/zh-cn.js') },
  'es-MX': { name: 'es-mx', load: () => import('dayjs/locale/es-mx.js') },
  'id-ID': { name: 'id', load: () => import('dayjs/locale/id.js') },
};

/** The calendar of `DateRangeField`. */
export default function DateRangePicker({ label, value, onChange, width = 256 }: DateRangeFieldProps) {
  const t = useText();
  const id = useId();
  const language = useLanguage();
  const [locale, setLocale] = useState('en');
  useEffect(() => {
    let wanted = true;
    void words[language].load().then(() => wanted && setLocale(words[language].name));
    return () => void (wanted = false);
  }, [language]);
  // Half a choice is kept here: the list is asked only when both days are known.
  const [half, setHalf] = useState<[string | null, string | null] | null>(null);
  const shown = half ?? [value.from || null, value.to || null];
  // What is chosen is said after what it is for; before that the field itself shows what it is for.
  const name = shown[0] === null ? { 'aria-label': label } : { 'aria-labelledby': `${id}-label ${id}` };
  return (
    <DatesProvider settings={{ locale, firstDayOfWeek: language === 'en-US' || language === 'es-MX' ? 0 : 1 }}>
      <span id={`${id}-label`} hidden>
        {label}
      </span>
      <DatePickerInput
        id={id}
        type="range"
        w={width}
        maw="100%"
        {...name}
        placeholder={label}
        valueFormat="YYYY-MM-DD"
        allowSingleDateInRange
        clearable
        clearButtonProps={{ 'aria-label': t('ui.date.clear') }}
        leftSection={<CalendarDays size={15} aria-hidden />}
        value={shown}
        onChange={([from, to]) => {
          const whole = (from === null) === (to === null);
          setHalf(whole ? null : [from, to]);
          if (whole) onChange({ from: from ?? '', to: to ?? '' });
        }}
      />
    </DatesProvider>
  );
}
