import { routesApi } from '#features/voice/call-routes/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { trunksApi } from '../contract.ts';
import { fieldsOf } from './trunk-fields.ts';
import type { ListedTrunk } from './use-trunk-rows.ts';

interface Panels {
  /** What is set of a trunk: of our own everything, of others its limits. */
  onSettings: (row: ListedTrunk) => void;
  onPart: (part: 'prices' | 'test' | 'limits', row: ListedTrunk) => void;
}

/** What the viewer may do with a trunk of the list. */
export interface TrunkDeeds extends Panels {
  mayOpen: boolean;
  open: (row: ListedTrunk) => void;
  maySet: (row: ListedTrunk) => boolean;
  mayTest: (row: ListedTrunk) => boolean;
  /** Of our own the calls for help are set apart: routes know of them, the connection does not. */
  maySetEmergency: (row: ListedTrunk) => boolean;
  switchTo: (row: ListedTrunk, enabled: boolean) => void;
  isSwitching: boolean;
  askAndDelete: (row: ListedTrunk) => Promise<void>;
}

export function useTrunkDeeds(panels: Panels): TrunkDeeds {
  const t = useText();
  const can = useCan();
  const invalidates = [trunksApi.list, routesApi.listTrunks];
  const update = useCommand(trunksApi.update, { invalidates });
  const updateHeld = useCommand(routesApi.updateTrunk, { invalidates });
  const remove = useCommand(trunksApi.delete, { invalidates });
  const removeHeld = useCommand(routesApi.deleteTrunk, { invalidates });

  const maySet = ({ kind }: ListedTrunk): boolean => can(kind === 'own' ? 'trunks.edit' : 'routes.edit');
  function switchTo({ sip, held }: ListedTrunk, enabled: boolean): void {
    if (sip) return update.mutate({ ...fieldsOf(sip), id: sip.id, version: sip.version, enabled });
    if (!held) return;
    const { id, version, name, carrier, maxCalls, callsPerSec, emergency, emergencyAddress } = held;
    const fields = { name, carrier, maxCalls, callsPerSec, emergency, emergencyAddress };
    updateHeld.mutate({ ...fields, path: 'line.update', id, version, enabled });
  }
  async function askAndDelete({ name, sip, held }: ListedTrunk): Promise<void> {
    const isSure = await confirm({
      title: t('trunks.deleteAsk', { name }),
      body: t('trunks.deleteAskHint', { count: held?.prices ?? 0 }),
      yes: t('ui.delete'),
      danger: true,
    });
    if (!isSure) return;
    if (sip) remove.mutate({ id: sip.id, version: sip.version });
    else if (held) removeHeld.mutate({ path: 'line.delete', id: held.id, version: held.version });
  }
  return {
    ...panels,
    mayOpen: can('trunks.edit') || can('routes.edit'),
    open: (row) => (maySet(row) ? panels.onSettings(row) : undefined),
    maySet,
    mayTest: ({ sip }) => sip !== null && can('trunks.edit'),
    maySetEmergency: ({ kind, held }) => kind === 'own' && held !== null && can('routes.edit'),
    switchTo,
    isSwitching: update.isPending || updateHeld.isPending,
    askAndDelete,
  };
}
