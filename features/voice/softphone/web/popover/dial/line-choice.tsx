import { Select } from '@mantine/core';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import type { DisplayNumber } from '#features/voice/call-routes/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { numberKey } from './kept-line.ts';
import type { DialChoices } from './use-dial-choices.ts';

const AUTOMATIC = 'automatic';

/** Through which line the call goes, and which number the customer sees. */
export function LineChoice({
  choices: { routers, routerId, chooseRouter, numbers, shown, chooseNumber },
}: {
  choices: DialChoices;
}) {
  const t = useText();
  const nameOf = ({ kind, number, remark }: DisplayNumber) =>
    kind === 'default' ? t('softphone.dial.automatic') : [spokenNumber(number), remark].filter(Boolean).join(' · ');
  const list = { comboboxProps: { width: 260, position: 'bottom-start' as const }, maxDropdownHeight: 260 };
  return (
    <div className="line-choice">
      <Select
        {...list}
        aria-label={t('softphone.dial.line')}
        value={String(routerId)}
        data={
          routers.length > 0
            ? routers.map((one) => ({
                value: String(one.routerId),
                label: one.routerId === 0 ? t('softphone.dial.defaultLines') : one.routerName,
              }))
            : [{ value: '0', label: t('softphone.dial.defaultLines') }]
        }
        onChange={(value) => chooseRouter(Number(value))}
      />
      <Select
        {...list}
        comboboxProps={{ width: 260, position: 'bottom-end' }}
        searchable={numbers.length > 8}
        aria-label={t('softphone.dial.shown')}
        placeholder={t('softphone.dial.shown')}
        value={shown && (numberKey(shown) || AUTOMATIC)}
        data={numbers.map((one) => ({ value: numberKey(one) || AUTOMATIC, label: nameOf(one) }))}
        onChange={(value) => {
          const next = numbers.find((one) => (numberKey(one) || AUTOMATIC) === value);
          if (next) chooseNumber(next);
        }}
      />
    </div>
  );
}
