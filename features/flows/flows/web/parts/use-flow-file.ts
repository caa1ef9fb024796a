import { handleFailure } from '#platform/web/failure-handler.ts';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { Failure } from '#shared/failure.ts';
import { flowsApi, type FlowFile } from '../../contract.ts';

interface FlowFileWorld {
  onOpen: (id: number) => void;
  /** The file is a flow, but another has its name. */
  onNameTaken: (file: FlowFile) => void;
}

/** Flows that come as files: reads one and brings it in; what it names and we do not have is told. */
export function useFlowFile({ onOpen, onNameTaken }: FlowFileWorld) {
  const t = useText();
  const bring = useCommand(flowsApi.importFile, {
    invalidates: [flowsApi.page],
    handlesFailures: true,
    onDone({ id, missing }) {
      if (missing.length > 0)
        toast({
          tone: 'warning',
          text: t('flows.importMissing', { names: missing.map(({ name }) => name).join(', ') }),
        });
      onOpen(id);
    },
  });
  async function read(chosen: File | undefined): Promise<void> {
    if (!chosen) return;
    try {
      const file = JSON.parse(await chosen.text()) as FlowFile | null;
      if (file?.openseat !== 'flow') throw new Error('Another kind of file.');
      await bring.mutateAsync({ file }).catch((error: unknown) => {
        if (error instanceof Failure && error.name === 'nameTaken') onNameTaken(file);
        // There is no form whose fields could be put right.
        else if (error instanceof Failure && error.name === 'invalidInput') throw error;
        else handleFailure(error);
      });
    } catch {
      toast({ tone: 'error', text: t('flows.notAFlow') });
    }
  }
  return { bring, read };
}
