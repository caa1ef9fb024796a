import { Radio } from '@mantine/core';
import { readOrderedDay } from '#core/customer/written-day.ts';
import { formatOf } from '#platform/web/format.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { dayOrders, type DayOrder } from '../../core/day-order.ts';
import type { ImportPreview } from '../../contract.ts';
import type { ImportDraft } from './mapping.ts';

interface DayQuestionsProps {
  /** Those whose days can be read both ways. */
  columns: ImportPreview['columns'];
  days: ImportDraft['days'];
  onChange: (column: number, order: DayOrder) => void;
}

/** Which of day and month comes first, where the file does not tell: asked with days of the file itself. */
export function DayQuestions({ columns, days, onChange }: DayQuestionsProps) {
  const t = useText();
  // A day belongs to no zone.
  const format = formatOf(useLanguage(), 'UTC');
  const shown = (written: string, order: DayOrder): string[] => {
    const day = readOrderedDay(written, order);
    return day === null ? [] : [t('customer-files.days.is', { written, day: format.date(`${day} 00:00:00`) })];
  };
  return columns.map(({ column, title, days: known }) => (
    <Card key={column}>
      <Radio.Group
        label={nameOf(title, column, t)}
        value={days[String(column)] ?? ''}
        onChange={(order) => onChange(column, order as DayOrder)}
      >
        <div className="import-choices">
          {dayOrders.map((order) => (
            <Radio
              key={order}
              value={order}
              label={t(`customer-files.days.${order}`, {
                examples: format.list((known?.examples ?? []).flatMap((written) => shown(written, order))) || '…',
              })}
            />
          ))}
        </div>
      </Radio.Group>
    </Card>
  ));
}

const nameOf = (title: string, column: number, t: ReturnType<typeof useText>): string =>
  t('customer-files.days.title', { name: title || t('customer-files.map.untitled', { number: column + 1 }) });
