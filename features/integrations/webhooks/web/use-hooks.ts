import { useState } from 'react';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { webhooksApi, type Hook, type HookFields, type Settings } from '../contract.ts';

export interface ShownSecret {
  name: string;
  secret: string;
}

/** Changes one webhook of the document and writes the whole; a secret that comes back waits to be shown. */
export function useHooks(settings: Settings | undefined) {
  const [secret, setSecret] = useState<ShownSecret | null>(null);
  const invalidates = [webhooksApi.settings, webhooksApi.log];
  const nameOf = (hooks: readonly Hook[], id: number): string => hooks.find((hook) => hook.id === id)?.name ?? '';
  const save = useCommand(webhooksApi.saveSettings, {
    invalidates,
    handlesFailures: true,
    onDone: ({ hooks, secrets }) =>
      secrets[0] && setSecret({ name: nameOf(hooks, secrets[0].id), secret: secrets[0].secret }),
  });
  // The form tells its failures itself, a switch or a removal does not.
  const saveNow = useCommand(webhooksApi.saveSettings, { invalidates });
  const rotate = useCommand(webhooksApi.rotate, {
    invalidates,
    onDone: ({ id, secret: fresh }) => setSecret({ name: nameOf(settings?.hooks ?? [], id), secret: fresh }),
  });

  const fieldsOf = ({ id, name, url, events, enabled, maskNumbers }: Hook): HookFields => ({
    id,
    name,
    url,
    events,
    enabled,
    maskNumbers,
  });
  const written = (change: (hooks: HookFields[]) => HookFields[]) => ({
    version: settings!.version,
    hooks: change(settings!.hooks.map(fieldsOf)),
  });
  const put = (hook: HookFields) =>
    written((hooks) => (hook.id === null ? [...hooks, hook] : hooks.map((one) => (one.id === hook.id ? hook : one))));

  return {
    secret,
    forgetSecret: () => setSecret(null),
    isBusy: save.isPending || saveNow.isPending || rotate.isPending,
    save: (hook: HookFields) => save.mutateAsync(put(hook)),
    switchTo: (hook: Hook, enabled: boolean) => saveNow.mutate(put({ ...fieldsOf(hook), enabled })),
    remove: (id: number) => saveNow.mutate(written((hooks) => hooks.filter((hook) => hook.id !== id))),
    rotate: (id: number) => rotate.mutate({ id }),
  };
}
