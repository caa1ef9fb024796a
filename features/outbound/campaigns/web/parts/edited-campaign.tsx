import { useState, type ReactNode } from 'react';
import { Card } from '#platform/web/ui/page.tsx';

export interface EditedCampaignProps<Detail extends { version: number }, Settings> {
  task: Detail;
  /** Writes what was set over this version of it. */
  write: (settings: Settings, version: number) => Promise<unknown>;
  /** As it is after that. */
  read: () => Promise<Detail>;
  /** It is another than before, wherever it is shown. */
  changed: () => Promise<unknown>;
  children: (base: Detail, onSubmit: (settings: Settings) => Promise<void>) => ReactNode;
}

/** What is set of a campaign that is there. What a colleague changed meanwhile is not written over: the server refuses a version that is old, and says so. */
export default function EditedCampaign<Detail extends { version: number }, Settings>({
  task,
  write,
  read,
  changed,
  children,
}: EditedCampaignProps<Detail, Settings>) {
  const [base, setBase] = useState(task);
  async function submit(settings: Settings): Promise<void> {
    await write(settings, base.version);
    setBase(await read());
    await changed();
  }
  return <Card key={base.version}>{children(base, submit)}</Card>;
}
