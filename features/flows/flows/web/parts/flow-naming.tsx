import { useText } from '#platform/web/i18n.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { flowsApi, type FlowFile, type FlowRow } from '../../contract.ts';
import { NameFlow } from './name-flow.tsx';
import type { useFlowFile } from './use-flow-file.ts';

/** A name is asked for: for a flow, for its copy, or for one from a file whose name is taken. */
export type Naming = { what: 'rename' | 'duplicate'; row: FlowRow } | { what: 'import'; file: FlowFile };

interface FlowNamingProps extends Pick<ReturnType<typeof useFlowFile>, 'bring'> {
  naming: Naming | null;
  onOpen: (id: number) => void;
  onClose: () => void;
}

/** Asks for the name, and does what it is for. */
export function FlowNaming({ naming, bring, onOpen, onClose }: FlowNamingProps) {
  const t = useText();
  const rename = useCommand(flowsApi.update, { invalidates: [flowsApi.page], done: 'ui.saved', handlesFailures: true });
  const duplicate = useCommand(flowsApi.duplicate, {
    invalidates: [flowsApi.page],
    onDone: ({ id }) => onOpen(id),
    handlesFailures: true,
  });
  return (
    <>
      {naming?.what === 'rename' && (
        <NameFlow
          title={t('flows.rename')}
          name={naming.row.name}
          remark={naming.row.remark}
          submit={t('ui.save')}
          onSend={({ name, remark }) =>
            rename.mutateAsync({ id: naming.row.id, draftVersion: naming.row.draftVersion, name, remark })
          }
          onClose={onClose}
        />
      )}
      {naming?.what === 'duplicate' && (
        <NameFlow
          title={t('flows.duplicateNamed', { name: naming.row.name })}
          name={t('flows.copyOf', { name: naming.row.name }).slice(0, 60)}
          submit={t('flows.duplicate')}
          onSend={({ name }) => duplicate.mutateAsync({ id: naming.row.id, name })}
          onClose={onClose}
        />
      )}
      {naming?.what === 'import' && (
        <NameFlow
          title={t('flows.import')}
          hint={t('flows.importTaken')}
          name={naming.file.name}
          submit={t('flows.begin')}
          onSend={({ name }) => bring.mutateAsync({ name, file: naming.file })}
          onClose={onClose}
        />
      )}
    </>
  );
}
