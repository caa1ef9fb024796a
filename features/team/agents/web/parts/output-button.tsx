import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { ChoiceList, useDropdown } from '#platform/web/ui/dropdown.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { useViewer } from '#platform/web/viewer.ts';
import { browserZone } from '#platform/web/zone.ts';
import { rosterApi, type RosterFilters } from '../../contract/roster.ts';

const kinds = ['csv', 'xlsx'] as const;

/** Takes the agents along that are shown, on all pages. */
export function AgentOutputButton({ filters }: { filters: RosterFilters }) {
  const t = useText();
  const zone = useViewer()?.timeZone ?? browserZone();
  const [opened, setOpened] = useState(false);
  const { button, opening } = useDropdown('menu', opened, setOpened);
  const ask = useCommand(rosterApi.output, { done: 'agents.outputBegun' });
  return (
    <>
      <Button variant="default" leftSection={<Download size={15} aria-hidden />} loading={ask.isPending} {...button}>
        {t('agents.output')}
      </Button>
      <ChoiceList
        opening={opening}
        label={t('agents.output')}
        choices={kinds.map((kind) => ({ value: kind, label: t(`agents.output.${kind}`) }))}
        value=""
        onChoose={(kind) => ask.mutate({ ...filters, zone, kind: kind as (typeof kinds)[number] })}
      />
    </>
  );
}
