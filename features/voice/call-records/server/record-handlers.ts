import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import type { callRecordsApi } from '../contract.ts';
import type { CallBook } from './call-book.ts';
import { askForExport } from './export.ts';
import { recordDetailHandlers } from './record-detail-handlers.ts';
import { recordListHandlers } from './record-list-handlers.ts';

type RecordCalls = 'page' | 'recent' | 'detail' | 'customerDetailPage' | 'customList' | 'remark' | 'exportPage';

/** Records found, looked into and remarked upon. */
export const recordHandlers = (
  world: Pick<World, 'db' | 'texts' | 'clock' | 'catalogue'>,
  book: Pick<CallBook, 'isLasting'>,
): Handlers<Pick<typeof callRecordsApi, RecordCalls>> => ({
  ...recordListHandlers(world, book),
  ...recordDetailHandlers(world),
  exportPage: async (caller, filter) => ({ id: await askForExport(world, caller, filter) }),
});
