import { accessApi, type MenuVo } from '#features/team/access/contract.ts';
import { accountApi, type UserInfo } from '#features/team/account/contract.ts';
import type { DataOf } from '#platform/web/call.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import type { Viewer } from '#platform/web/viewer.ts';

/** The contract cannot say that a menu has menus in it; its type can. */
export type Resource = Omit<DataOf<typeof accessApi.systemAndResource>, 'menuVos'> & { menuVos: MenuVo[] };

/** Who the pages are shown to. */
export const viewerOf = (info: UserInfo, resource: Pick<Resource, 'functionVos'>): Viewer => ({
  userId: info.id,
  tenantId: info.tenantId,
  name: info.tenantNickName,
  email: info.email,
  timeZone: info.timeZone ?? '',
  voiceSeat: info.voiceSeat,
  textSeat: info.textSeat,
  functions: new Set(resource.functionVos.map((one) => one.key)),
  isOperator: info.isOperator,
  helpUntil: info.helpUntil,
});

const ONCE = { staleMs: 300_000 };

/** The signed-in user. There since the start of the session, so never undefined inside the shell. */
export const useInfo = (): UserInfo => useEndpoint(accountApi.info, {}, ONCE).data!;

/** Menu, function keys and systems; the menu is that of the system the session is in. */
export function useResource(): Resource {
  return useEndpoint(accessApi.systemAndResource, {}, ONCE).data as unknown as Resource;
}
