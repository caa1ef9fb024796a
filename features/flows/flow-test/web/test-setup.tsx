import { Checkbox, Select, TextInput, UnstyledButton } from '@mantine/core';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { fromWire, toWire, type WireVariable } from '../core/wire-value.ts';
import { writeValue } from '#core/flow/values/write-value.ts';
import { useText } from '#platform/web/i18n.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import { useCan } from '#platform/web/viewer.ts';
import type { TestSettings } from '../contract.ts';
import { TestedCustomer } from './tested-customer.tsx';
import type { TestWishes } from './flow-testing.ts';

interface TestSetupProps {
  settings: TestSettings | null;
  wishes: TestWishes;
  isLocked: boolean;
  onChange(wishes: TestWishes): void;
}

const phone = (typed: string): string => typed.replace(/[^\d+]/g, '').slice(0, 20);

/** A day, and its time where one was given. */
const moment = (day: string, time: string): string => (time === '' ? day : `${day} ${time}`);

/** What a test begins with: who calls whom, and the values the flow is given. */
export function TestSetup({ settings, wishes, isLocked, onChange }: TestSetupProps) {
  const t = useText();
  const can = useCan();
  const [isOpen, setOpen] = useState(false);
  const variables = settings?.variables ?? [];
  const set = (key: string, value: string) => onChange({ ...wishes, params: { ...wishes.params, [key]: value } });
  /** As the flow writes it, once there is something to write. */
  const written = (variable: WireVariable, value: string): string => {
    const { valueType, valueFormat } = variable;
    if (valueType !== VariableType.time && valueType !== VariableType.date) return '';
    const wire = value === '' ? '' : toWire(variable, value);
    if (wire !== '') return writeValue(variable, fromWire(variable, wire), 'en', 'written');
    return valueType === VariableType.time ? (valueFormat === 1 ? t('flow-test.clock12') : t('flow-test.clock24')) : '';
  };
  return (
    <section className="flow-test-setup">
      <UnstyledButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <ChevronRight size={14} aria-hidden data-open={isOpen || undefined} />{' '}
        {t('flow-test.setup', { count: variables.length })}
      </UnstyledButton>
      {isOpen && (
        <div className="flow-test-fields">
          {can('customers.use') && (
            <TestedCustomer
              chosen={wishes.customer}
              isLocked={isLocked}
              onChoose={(customer) => onChange({ ...wishes, customer })}
            />
          )}
          <TextInput
            size="xs"
            label={t('flow-test.caller')}
            inputMode="tel"
            disabled={isLocked}
            value={wishes.caller}
            onChange={(event) => onChange({ ...wishes, caller: phone(event.currentTarget.value) })}
          />
          <TextInput
            size="xs"
            label={t('flow-test.callee')}
            inputMode="tel"
            disabled={isLocked}
            value={wishes.callee}
            onChange={(event) => onChange({ ...wishes, callee: phone(event.currentTarget.value) })}
          />
          {variables.map(({ attrKey, name, valueType, valueFormat, choices }) => {
            const common = { key: attrKey, size: 'xs' as const, label: name, disabled: isLocked };
            if (valueType === VariableType.choice)
              return (
                <Select
                  {...common}
                  key={attrKey}
                  clearable
                  data={[...choices]}
                  value={wishes.params[attrKey] ?? null}
                  onChange={(chosen) => set(attrKey, chosen ?? '')}
                />
              );
            const value = wishes.params[attrKey] ?? '';
            const description = written({ valueType, valueFormat }, value);
            const described = description === '' ? {} : { description };
            if (valueType === VariableType.date) {
              const [day = '', time = ''] = value.split(' ');
              return (
                <div key={attrKey} className="flow-test-moment">
                  <TextInput
                    {...common}
                    key="day"
                    type="date"
                    {...described}
                    value={day}
                    onChange={(event) => set(attrKey, moment(event.currentTarget.value, time))}
                  />
                  <TextInput
                    {...common}
                    key="time"
                    type="time"
                    label={t('flow-test.timeOf', { name })}
                    value={time}
                    onChange={(event) => set(attrKey, moment(day, event.currentTarget.value))}
                  />
                </div>
              );
            }
            return (
              <TextInput
                {...common}
                key={attrKey}
                type={valueType === VariableType.time ? 'time' : 'text'}
                {...described}
                maxLength={500}
                value={value}
                onChange={(event) => set(attrKey, event.currentTarget.value)}
              />
            );
          })}
          <Checkbox
            size="xs"
            className="flow-test-requests"
            label={t('flow-test.requests')}
            description={t('flow-test.requestsHint')}
            disabled={isLocked}
            checked={wishes.requests}
            onChange={(event) => onChange({ ...wishes, requests: event.currentTarget.checked })}
          />
        </div>
      )}
    </section>
  );
}
