import { Suspense, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useAddressQuery } from '#platform/web/navigation.tsx';
import { useText } from '#platform/web/i18n.ts';
import { Card, Page } from '#platform/web/ui/page.tsx';
import { LoadingLines } from '#platform/web/ui/states.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { Failure } from '#shared/failure.ts';
import { campaignsApi, type CampaignSource, type DraftOrigin } from '../../contract.ts';
import { bringCustomers, useOrigin, type CampaignOrigin } from '../campaign-origin.ts';
import CampaignSetup, { type CampaignStep } from './campaign-setup.tsx';
import CampaignFileSteps from './file-steps.tsx';
import '#platform/web/ui/form/form.css';

/** What the form of a step is told: what its button says, and what comes of it. */
export interface CampaignStepForm<Settings> {
  submit: string;
  onSubmit: (settings: Settings) => Promise<unknown>;
  onCancel?: () => void;
}

export interface CampaignStepsProps<Settings> {
  task: { id: number; name: string; version: number; draftOf: DraftOrigin | null };
  steps: readonly CampaignStep[];
  /** The steps that are forms, in their order; `next` is what leads to it. */
  sections: readonly {
    step: string;
    next: string;
    /** Drawn once the titles of the list are known; null: it has none. */
    form: (stepForm: CampaignStepForm<Settings>, titles: readonly string[] | null) => ReactNode;
  }[];
  /** Its forms speak of the columns of the list. */
  wantsTitles?: boolean;
  save: (settings: Settings) => Promise<unknown>;
  append: (source: CampaignSource) => Promise<unknown>;
  launch: () => Promise<unknown>;
  /** It is another than before, wherever it is shown. */
  changed: () => Promise<unknown>;
  addressOf: (tab?: string) => string;
  setupAddress: (id: number, step: string, origin: CampaignOrigin) => string;
}

/** Making a campaign goes on here: the address says how far it is, so that whoever comes back goes on from there. */
export default function CampaignSteps<Settings>(props: CampaignStepsProps<Settings>) {
  const { task, sections, save, addressOf } = props;
  const t = useText();
  const navigate = useNavigate();
  const { step, origin } = useStep(task.draftOf, sections);
  const go = (next: string) => void navigate(props.setupAddress(task.id, next, origin));
  async function launch(settings: Settings): Promise<void> {
    await save(settings);
    await bringCustomers(origin, props.append);
    // Once its customers are in, a campaign launches itself: whoever comes second finds it done.
    await props.launch().catch((error: unknown) => {
      if (!(error instanceof Failure) || error.name !== 'conflict') throw error;
    });
    await props.changed();
    void navigate(addressOf(), { replace: true });
  }
  const fileId = origin.from === 'file' ? origin.fileId : null;
  const isFile = fileId !== null && isOfFile(step);
  const { data: file, error: unread } = useEndpoint(
    campaignsApi.importPreview,
    { id: fileId ?? 0 },
    { enabled: isFile || (fileId !== null && props.wantsTitles === true), handlesFailures: true },
  );
  const isRead = file !== undefined && file.import.state !== 'uploaded';
  const titles = file?.columns.map(({ title }) => title.trim()).filter((title) => title !== '') ?? null;
  const at = sections.findIndex((one) => one.step === step);
  const section = props.wantsTitles && fileId !== null && !file && !unread ? undefined : sections[at];
  const [before, after] = [sections[at - 1], sections[at + 1]];
  const stepForm: CampaignStepForm<Settings> = {
    submit: after?.next ?? t('campaigns.setup.launch'),
    onSubmit: async (settings) => (after ? (await save(settings), go(after.step)) : launch(settings)),
    ...(before && { onCancel: () => go(before.step) }),
  };
  const steps = props.steps.filter((one) => fileId !== null || !isOfFile(one.step));
  return (
    <Page>
      <CampaignSetup steps={steps} at={isFile && isRead ? 'check' : step} name={task.name}>
        <Suspense fallback={<LoadingLines lines={8} />}>
          {isFile && (
            <CampaignFileSteps
              id={fileId}
              onChecked={{ label: sections[0]!.next, run: () => go(sections[0]!.step) }}
              onCancelled={() => void navigate(addressOf('more'))}
            />
          )}
          {section && (
            // What the last one saves is on its way out: its form stays as it is.
            <Card key={after ? `${step} ${task.version}` : step} title={nameOf(props.steps, step)}>
              {section.form(stepForm, titles)}
            </Card>
          )}
        </Suspense>
      </CampaignSetup>
    </Page>
  );
}

const isOfFile = (step: string): boolean => step === 'columns' || step === 'check';
const nameOf = (steps: readonly CampaignStep[], step: string): string =>
  steps.find((one) => one.step === step)?.name ?? '';

function useStep(
  draftOf: DraftOrigin | null,
  sections: readonly { step: string }[],
): { step: string; origin: CampaignOrigin } {
  const [query] = useAddressQuery();
  const asked = query.get('step') ?? '';
  const { origin, isUnread } = useOrigin(draftOf);
  if (isUnread) return { step: 'columns', origin };
  const isThere = sections.some(({ step }) => step === asked) || (origin.from === 'file' && isOfFile(asked));
  return { step: isThere ? asked : sections[0]!.step, origin };
}
