import type { Column } from '#platform/web/ui/table/column.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { fieldConfigApi, type FieldList } from '../contract.ts';

const STALE_MS = 5 * 60_000;

/** The columns of a list as the tenant arranged them: order, names, shown at first or not. What it does not know of stays at the end. */
export function useArrangedColumns<Row>(list: FieldList, columns: Column<Row>[]): Column<Row>[] {
  const can = useCan();
  const { data } = useEndpoint(
    fieldConfigApi.centreList,
    { list },
    { enabled: can('field-config.use'), handlesFailures: true, staleMs: STALE_MS },
  );
  if (!data) return columns;
  const arranged = new Map(data.map((column) => [column.key, column]));
  const placeOf = ({ id }: Column<Row>): number => arranged.get(id)?.position ?? Number.MAX_SAFE_INTEGER;
  return columns
    .map((column) => {
      const wish = arranged.get(column.id);
      return wish ? { ...column, header: wish.ownName || column.header, hidden: !wish.shown } : column;
    })
    .toSorted((a, b) => placeOf(a) - placeOf(b));
}
