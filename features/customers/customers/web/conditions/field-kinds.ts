import {
  customerFields,
  type ConditionKind,
  type ConditionOperator,
  type CustomerField,
} from '#core/customer/condition.ts';
import type { CustomField } from '#features/customers/field-config/contract.ts';
import { Consent } from '#shared/codes/consent.ts';
import { CustomerSource } from '#shared/codes/customer-source.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import { text } from '#platform/web/i18n.ts';
import { codeChoices } from '#platform/web/ui/code-badge.tsx';
import { fromWallTime, fromWire, toWire, wallTime } from '#platform/web/zone.ts';
import {
  useCountryChoices,
  useCustomFields,
  useLanguageChoices,
  usePeople,
  useTagChoices,
  zoneChoices,
  type ListChoice,
} from '../choices.ts';

/** A field conditions can ask about. */
export interface AskedField {
  /** As a condition names it. */
  name: string;
  label: string;
  kind: ConditionKind;
  /** Of a choice, of people and of tags; empty where any text may be given. */
  choices: readonly ListChoice[];
  /** Its choices are numbers. */
  isNumbered: boolean;
  /** A date without a time, in no zone. */
  isDay: boolean;
}

const numbered: ReadonlySet<string> = new Set(['source', 'consent', 'owner', 'tag']);

function customKind({ type }: CustomField): ConditionKind {
  if (type === VariableType.number || type === VariableType.price) return 'number';
  return type === VariableType.choice ? 'choice' : type === VariableType.date ? 'moment' : 'text';
}

/** Every field of a customer, custom ones last. */
export function useAskedFields(): AskedField[] {
  const [people, tags, languages, countries, custom] = [
    usePeople(),
    useTagChoices(),
    useLanguageChoices(),
    useCountryChoices(),
    useCustomFields(),
  ];
  const choices: Partial<Record<CustomerField, readonly ListChoice[]>> = {
    owner: people,
    tag: tags,
    language: languages,
    country: countries,
    source: codeChoices(CustomerSource),
    consent: codeChoices(Consent),
    time_zone: zoneChoices(),
  };
  return [
    ...(Object.keys(customerFields) as CustomerField[]).map((name) => ({
      name,
      label: text(`customers.field.${name}`),
      kind: customerFields[name],
      choices: choices[name] ?? [],
      isNumbered: numbered.has(name),
      isDay: false,
    })),
    ...custom.map((field) => ({
      name: `custom:${field.id}`,
      label: field.name,
      kind: customKind(field),
      choices: field.options.map((one) => ({ value: one, label: one })),
      isNumbered: false,
      isDay: field.type === VariableType.date,
    })),
  ];
}

/** How many values an operator wants; null: one or more. */
export const valuesWanted = (operator: ConditionOperator): number | null =>
  operator === 'isEmpty' || operator === 'isNotEmpty'
    ? 0
    : operator === 'between'
      ? 2
      : operator === 'anyOf' || operator === 'allOf' || operator === 'noneOf'
        ? null
        : 1;

/** A day of the reader's zone as the moment a condition means: after a day begins at its end, before it at its beginning. */
export function momentOfDay(day: string, operator: ConditionOperator, place: number, zone: string): string {
  const atEnd = operator === 'moreThan' || (operator === 'between' && place === 1);
  return toWire(fromWallTime(`${day} ${atEnd ? '23:59:59' : '00:00:00'}`, zone));
}

/** The day a kept moment stands for. */
export const dayOfMoment = (value: string, zone: string): string =>
  value.length > 10 ? wallTime(fromWire(value), zone).slice(0, 10) : value;
