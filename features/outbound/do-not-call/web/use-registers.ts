import { useEffect } from 'react';
import { formatOf } from '#platform/web/format.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { invalidate, setAnswer, useEndpoint } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { doNotCallApi, REGISTER_PROGRESS, REGISTERS_CHANGED, type RegisterFile } from '../contract.ts';

/** News come by themselves; this is for those that were lost. */
const ASK_AGAIN_MS = 5_000;

/** The registers, kept up to date while files are read. */
export function useRegisters() {
  const answer = useEndpoint(doNotCallApi.list, {}, { handlesFailures: true });
  const isReading = answer.data?.some(({ file }) => file?.state === 'reading') ?? false;
  useEffect(() => {
    const stops = [
      onEvent(REGISTERS_CHANGED, () => void invalidate(doNotCallApi.list)),
      onEvent<RegisterFile>(REGISTER_PROGRESS, (file) =>
        setAnswer(doNotCallApi.list, {}, (list) =>
          list?.map((one) => (one.id === file.registerId ? { ...one, file } : one)),
        ),
      ),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);
  useEffect(() => {
    if (!isReading) return;
    const timer = setInterval(() => void invalidate(doNotCallApi.list), ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isReading]);
  return answer;
}

/** Writes a day of the calendar, which belongs to no zone. */
export function useDay(): (day: string | null) => string {
  const format = formatOf(useLanguage(), 'UTC');
  return (day) => format.date(day && `${day} 00:00:00`);
}

/** A day without calls: of one year, or of every year. */
export function useNoCallDate(): (date: string) => string {
  const t = useText();
  const language = useLanguage();
  const day = useDay();
  return (date) => {
    if (date.length > 5) return day(date);
    // A leap year has every day there is.
    const shown = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
    return `${shown.format(new Date(`2024-${date}T00:00:00Z`))} (${t('do-not-call.days.everyYear')})`;
  };
}
