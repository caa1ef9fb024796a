import { Select, TextInput, UnstyledButton } from '@mantine/core';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { writeValue } from '#core/flow/values/write-value.ts';
import { useText } from '#platform/web/i18n.ts';
import { DateFormat } from '#shared/codes/date-format.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import type { TestSettings } from '../contract.ts';
import type { TestWishes } from './flow-testing.ts';

interface TestSetupProps {
  settings: TestSettings | null;
  wishes: TestWishes;
  isLocked: boolean;
  onChange(wishes: TestWishes): void;
}

const phone = (typed: string): string => typed.replace(/[^\d+]/g, '').slice(0, 20);

/** A moment as flows have it, with its seconds. */
const momentOf = (typed: string): string => (typed === '' ? '' : `${typed.replace('T', ' ')}:00`.slice(0, 19));

/** What a test begins with: who calls whom, and the values the flow is given. */
export function TestSetup({ settings, wishes, isLocked, onChange }: TestSetupProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const variables = settings?.variables ?? [];
  const set = (key: string, value: string) => onChange({ ...wishes, params: { ...wishes.params, [key]: value } });
  /** As the flow writes it, once there is something to write. */
  const written = (valueType: number, valueFormat: number, value: string): string => {
    if (valueType !== VariableType.time && valueType !== VariableType.date) return '';
    if (value !== '') return writeValue({ valueType: valueType as VariableType, valueFormat }, value, 'en', 'written');
    return valueType === VariableType.time ? (valueFormat === 1 ? t('flow-test.clock12') : t('flow-test.clock24')) : '';
  };
  return (
    <section className="flow-test-setup">
      <UnstyledButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}><ChevronRight size={14} aria-hidden data-open={isOpen || undefined} /> {t('flow-test.setup', { count: variables.length })}</UnstyledButton>
      {isOpen && (
        <div className="flow-test-fields">
          <TextInput size="xs" label={t('flow-test.caller')} inputMode="tel" disabled={isLocked} value={wishes.caller} onChange={(event) => onChange({ ...wishes, caller: phone(event.currentTarget.value) })} />
          <TextInput size="xs" label={t('flow-test.callee')} inputMode="tel" disabled={isLocked} value={wishes.callee} onChange={(event) => onChange({ ...wishes, callee: phone(event.currentTarget.value) })} />
          {variables.map(({ attrKey, name, valueType, valueFormat, choices }) => {
            const common = { key: attrKey, size: 'xs' as const, label: name, disabled: isLocked };
            if (valueType === VariableType.choice) return <Select {...common} key={attrKey} clearable data={[...choices]} value={wishes.params[attrKey] ?? null} onChange={(chosen) => set(attrKey, chosen ?? '')} />;
            const isMoment = valueType === VariableType.date && valueFormat === DateFormat.dateTime;
            const type = isMoment ? 'datetime-local' : valueType === VariableType.date ? 'date' : valueType === VariableType.time ? 'time' : 'text';
            const value = wishes.params[attrKey] ?? '';
            const description = written(valueType, valueFormat, value);
            return <TextInput {...common} key={attrKey} type={type} {...(description === '' ? {} : { description })} maxLength={500} value={isMoment ? value.replace(' ', 'T') : value} onChange={(event) => set(attrKey, isMoment ? momentOf(event.currentTarget.value) : event.currentTarget.value)} />;
          })}
        </div>
      )}
    </section>
  );
}
