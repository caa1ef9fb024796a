import type { TableAnswer } from '#platform/web/ui/table/data-table.tsx';

/** A list that comes whole, as a table shows it: the rows that match, a page at a time. */
export const wholeList = <Row>(
  answer: Omit<TableAnswer<Row>, 'data'> & { data?: readonly Row[] | undefined },
  { page, size }: { page: number; size: number },
  matches: (row: Row) => boolean,
): TableAnswer<Row> => {
  const { data, isPending, isFetching, isError, error, refetch } = answer;
  const found = data?.filter(matches);
  return {
    isPending,
    // Asked again every few seconds: rows that are there are not drawn as waiting each time.
    isFetching: isFetching && !found,
    isError,
    error,
    refetch,
    ...(found && { data: { list: found.slice((page - 1) * size, page * size), total: found.length } }),
  };
};
