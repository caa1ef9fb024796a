import { call } from '#platform/web/call.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { text } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { invalidate } from '#platform/web/use-endpoint.ts';
import { customersApi } from '../../contract.ts';

const lists = [customersApi.list, customersApi.myList, customersApi.get];

/** Says that customers were deleted, and brings them back if that was a mistake. */
export function toastDeleted(count: number | null, deletionId: string): void {
  const message = count === null ? text('customers.deletingMany') : text('customers.deleted', { count });
  toast({
    tone: 'info',
    id: `deleted ${deletionId}`,
    text: message,
    action: { text: text('customers.undo'), run: () => void restore({ deletion_id: deletionId }) },
  });
}

/** Brings deleted customers back and says how many. */
export async function restore(which: { deletion_id: string } | { ids: number[] }): Promise<void> {
  try {
    const { restored } = await call(customersApi.restore, which);
    toast({ tone: 'success', text: text('customers.restored', { count: restored }) });
    await Promise.all(lists.map((one) => invalidate(one)));
  } catch (error) {
    handleFailure(error);
  }
}
