import { z } from 'zod';
import { Currency } from '#shared/codes/currency.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import { endpoint, Id, nothing } from '#shared/endpoint.ts';

/** The lists whose columns a tenant arranges. */
export const FieldList = z.enum(['customers', 'callRecords', 'tasks']);
export type FieldList = z.infer<typeof FieldList>;
export const CUSTOM_FIELDS_MOST = 100;

/** A field the tenant has invented for its customers. */
export const CustomField = z.object({
  id: z.number(),
  name: z.string(),
  type: VariableType.schema,
  /** Of a choice. */
  options: z.array(z.string()),
  /** Of a price. */
  currency: Currency.schema.nullable(),
  /** Of a date or a time: a row of `DateFormat` or `TimeFormat`. */
  format: z.string(),
  required: z.boolean(),
  masked: z.boolean(),
  position: z.number(),
});
export type CustomField = z.infer<typeof CustomField>;

/** A column of a list: `key` is a field of every row, or `custom:<id>`. */
export const FieldColumn = z.object({
  key: z.string().max(60),
  /** In the reader's language, unless the tenant gave it another name. */
  name: z.string(),
  /** The name the tenant gave it; empty for the product's own. */
  ownName: z.string(),
  shown: z.boolean(),
  position: z.number(),
  required: z.boolean(),
  masked: z.boolean(),
  /** It cannot be hidden; those who see stars can be kept from it; it can be asked for. */
  always: z.boolean(),
  maskable: z.boolean(),
  requirable: z.boolean(),
  custom: CustomField.nullable(),
});
export type FieldColumn = z.infer<typeof FieldColumn>;

/** Pushed to everybody when fields or columns changed. */
export const FIELDS_CHANGED = 'field-config.changed';

const Wish = z.object({
  key: z.string().max(60),
  shown: z.boolean(),
  position: z.number().int().min(0).max(1_000),
  required: z.boolean().optional(),
  masked: z.boolean().optional(),
});
const CustomFields = {
  name: z.string().trim().min(1).max(40),
  options: z.array(z.string().trim().min(1).max(60)).max(200).default([]),
  currency: Currency.schema.nullable().default(null),
  format: z.string().max(30).default(''),
  required: z.boolean().default(false),
  masked: z.boolean().default(false),
};
const at = <P extends string>(path: P) => `/admin/saas_plat/field_config/${path}` as const;
const centre = <P extends string>(path: P) => `/cc/api/fieldConfig/v1/${path}` as const;
const List = z.object({ list: FieldList });

export const fieldConfigApi = {
  list: endpoint({
    method: 'GET',
    path: at('list'),
    access: 'field-config.use',
    summary: 'The fields of customers in their order: shown, required, masked, custom.',
    input: nothing,
    data: z.array(FieldColumn),
  }),
  display: endpoint({
    method: 'PUT',
    path: at('display'),
    access: 'field-config.edit',
    summary: 'Arranges the fields of customers.',
    input: z.object({ columns: z.array(Wish).max(200) }),
    data: z.null(),
  }),
  addCustom: endpoint({
    method: 'POST',
    path: at('custom'),
    access: 'field-config.edit',
    summary: 'Adds a custom field.',
    input: z.object({ type: VariableType.schema, ...CustomFields }),
    data: z.object({ id: z.number() }),
  }),
  updateCustom: endpoint({
    method: 'PUT',
    path: at('custom'),
    access: 'field-config.edit',
    summary: 'Changes a custom field; its type stays.',
    input: z.object({ id: Id, ...CustomFields }),
    data: z.null(),
  }),
  removeCustom: endpoint({
    method: 'DELETE',
    path: at('custom/{id}'),
    access: 'field-config.edit',
    summary: 'Deletes a custom field with its values.',
    input: z.object({ id: Id }),
    data: z.null(),
  }),
  centreList: endpoint({
    method: 'GET',
    path: centre('list'),
    access: 'field-config.use',
    summary: 'The columns of a list of the contact centre, in their order.',
    input: List,
    data: z.array(FieldColumn),
  }),
  batchEdit: endpoint({
    method: 'POST',
    path: centre('batchEdit'),
    access: 'field-config.edit',
    summary: 'Names and masks columns of a list.',
    input: List.extend({
      columns: z
        .array(z.object({ key: z.string().max(60), name: z.string().trim().max(40), masked: z.boolean() }))
        .max(200),
    }),
    data: z.null(),
  }),
  batchDisplay: endpoint({
    method: 'PUT',
    path: centre('batchDisplay'),
    access: 'field-config.edit',
    summary: 'Shows, hides and orders columns of a list.',
    input: List.extend({ columns: z.array(Wish).max(200) }),
    data: z.null(),
  }),
};
