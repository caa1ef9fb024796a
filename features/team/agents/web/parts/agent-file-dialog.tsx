import { Alert, Button, List } from '@mantine/core';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { toast } from '#platform/web/toast.ts';
import { upload } from '#platform/web/upload.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { UploadField } from '#platform/web/ui/upload-field.tsx';
import { invalidate } from '#platform/web/use-endpoint.ts';
import {
  agentColumns,
  rosterApi,
  type CheckedAgents,
  type AgentEntrance,
  type NewAgent,
} from '../../contract/roster.ts';
import { EntranceField } from './entrance-field.tsx';
import '#platform/web/ui/form/form.css';
import '../agents.css';

interface AgentFileDialogProps {
  onClose: () => void;
  onMade: (agents: readonly NewAgent[]) => void;
}

/** Makes many agents from a file: looked at first, then all of them or none. */
export function AgentFileDialog({ onClose, onMade }: AgentFileDialogProps) {
  const t = useText();
  const [entrance, setEntrance] = useState<AgentEntrance>('invitation');
  const [found, setFound] = useState<{ checked: CheckedAgents; file: File } | null>(null);
  const [isMaking, setMaking] = useState(false);

  async function make(file: File): Promise<void> {
    setMaking(true);
    try {
      const made = await upload(rosterApi.createMany, file, { entrance });
      await Promise.all([invalidate(rosterApi.page), invalidate(rosterApi.choices)]);
      toast({ tone: 'success', text: t('agents.madeCount', { count: made.length }) });
      onMade(made);
    } finally {
      setMaking(false);
    }
  }
  const isRight = found !== null && found.checked.wrongCount === 0;
  return (
    <Dialog opened onClose={onClose} title={t('agents.fromFile')} size={640}>
      <div className="agents-fields">
        <p>{t('agents.fileHint', { columns: agentColumns.map((column) => t(`agents.file.${column}`)).join(', ') })}</p>
        <EntranceField
          value={entrance}
          onChange={(next) => {
            setEntrance(next);
            setFound(null);
          }}
        />
        <UploadField
          key={entrance}
          endpoint={rosterApi.checkFile}
          input={{ entrance }}
          label={t('agents.fromFile')}
          onDone={(checked, file) => setFound({ checked, file })}
        />
        {found && <Checked checked={found.checked} />}
        <div className="form-buttons">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            disabled={!isRight}
            loading={isMaking}
            onClick={() => found && void make(found.file).catch(handleFailure)}
          >
            {t('agents.makeCount', { count: isRight ? found.checked.right : 0 })}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Checked({ checked: { right, wrongCount, wrong, sample, seatsLeft } }: { checked: CheckedAgents }) {
  const t = useText();
  const lacks = seatsLeft !== null && right > seatsLeft;
  return (
    <Alert
      variant="light"
      role="status"
      color={wrongCount > 0 || lacks ? 'yellow' : 'green'}
      title={t('agents.checked', { right, wrong: wrongCount })}
    >
      {lacks && <p>{t('agents.tooFewSeats', { count: seatsLeft })}</p>}
      {wrong.length > 0 ? (
        <List size="sm">
          {wrong.map(({ line, column, why }) => (
            <List.Item key={line}>
              {t('agents.wrongLine', { line, column: t(`agents.file.${column}`), why: t(`agents.why.${why}`) })}
            </List.Item>
          ))}
        </List>
      ) : (
        <ul className="agents-sample">
          {sample.map(({ email, name, groups }) => (
            <li key={email}>
              <span>{email}</span>
              {name !== '' && <span>{name}</span>}
              {groups.length > 0 && <span>{groups.join(', ')}</span>}
            </li>
          ))}
        </ul>
      )}
    </Alert>
  );
}
