import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { fieldConfigApi, type CustomField, type FieldColumn } from '../contract.ts';

const STALE_MS = 60_000;
const none: never[] = [];

/** The columns of customers as the tenant arranged them; undefined while nobody knows. */
export function useFieldColumns(): readonly FieldColumn[] | undefined {
  const can = useCan();
  return useEndpoint(
    fieldConfigApi.list,
    {},
    { enabled: can('field-config.use'), staleMs: STALE_MS, handlesFailures: true },
  ).data;
}

/** The fields the tenant has invented, in its order. */
export const useCustomFields = (): CustomField[] => (useFieldColumns() ?? none).flatMap(({ custom }) => custom ?? []);
