import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '#platform/web/i18n.ts';
import { Card, Page } from '#platform/web/ui/page.tsx';
import { UploadField } from '#platform/web/ui/upload-field.tsx';
import type { TableFileKind, UploadEndpoint } from '#shared/endpoint.ts';
import type { DraftSource } from '../../contract.ts';
import { draftOfOrigin, type CampaignOrigin } from '../campaign-origin.ts';
import CampaignBeginning from './campaign-beginning.tsx';
import CampaignSetup, { type CampaignStep } from './campaign-setup.tsx';
import { FileTemplates } from './more-customers.tsx';

export interface NewCampaignProps<Settings extends object> {
  steps: readonly CampaignStep[];
  /** The step that comes after the customers. */
  then: string;
  title: string;
  /** The one this is a copy of. */
  copied: { name: string } | null;
  /** What one that is no copy is called until somebody says otherwise. */
  usualName: () => string;
  /** What is set of it from the start; null: what is asked for first is not there yet. */
  settingsFor: (name: string) => Settings | null;
  /** Takes the settings as text with a file of customers, and answers `{ id, import }`. */
  fileEndpoint: UploadEndpoint;
  create: (settings: Settings, draft: { draftOf?: DraftSource }) => Promise<{ id: number }>;
  setupAddress: (id: number, step: string, origin: CampaignOrigin) => string;
  /** Examples of a file; those of every campaign unless given. */
  fetchTemplate?: (settings: Settings, kind: TableFileKind) => Promise<unknown>;
  /** What else is asked for, after the name. */
  children?: ReactNode;
}

/** Where a campaign begins: its name, and where its customers come from. A copy begins with what is set of another. */
export default function NewCampaign<Settings extends object>(props: NewCampaignProps<Settings>) {
  const { steps, then, title, copied, usualName, settingsFor, fileEndpoint, create, setupAddress } = props;
  const t = useText();
  const navigate = useNavigate();
  const [first] = useState(() => (copied ? t('campaigns.new.copyOf', { name: copied.name }) : usualName()));
  async function make(name: string, origin: CampaignOrigin): Promise<void> {
    const settings = settingsFor(name);
    if (!settings) return;
    const { id } = await create(settings, draftOfOrigin(origin));
    await navigate(setupAddress(id, then, origin));
  }
  const onFile = ({ id, import: file }: { id: number; import: { id: number } }) =>
    void navigate(setupAddress(id, 'columns', { from: 'file', fileId: file.id }));
  const fileField = (settings: Settings) => (
    <>
      <UploadField
        endpoint={fileEndpoint}
        input={{ settings: JSON.stringify(settings) } as never}
        label={t('campaigns.new.file')}
        hint={t('campaigns.new.fileHint')}
        onDone={(made) => onFile(made as Parameters<typeof onFile>[0])}
      />
      <FileTemplates
        {...(props.fetchTemplate && { fetchKind: (kind: TableFileKind) => props.fetchTemplate!(settings, kind) })}
      />
    </>
  );
  return (
    <Page>
      <CampaignSetup steps={steps} at={steps[0]!.step}>
        <Card title={copied ? t('campaigns.new.copyTitle') : title}>
          <CampaignBeginning
            name={first}
            isReady={settingsFor('') !== null}
            fileField={(name) => {
              const settings = settingsFor(name);
              return settings && fileField(settings);
            }}
            onWithout={make}
          >
            {props.children}
          </CampaignBeginning>
        </Card>
      </CampaignSetup>
    </Page>
  );
}
