import { useCallback, useState } from 'react';
import type { NodeId } from '#core/flow/flow.ts';
import { useText } from '#platform/web/i18n.ts';
import { foundBy } from './found-by.ts';
import type { EditorCommands } from './use-editor.ts';
import type { Sight } from './use-sight.ts';

/** Leads to a step, and to one of its fields; goes through the steps that are looked for. */
export function useShowing(commands: EditorCommands, { centre }: Sight) {
  const t = useText();
  const [wanted, setWanted] = useState('');
  const [wantedField, setWantedField] = useState<string | null>(null);
  const onLed = useCallback(() => setWantedField(null), []);
  const show = useCallback(
    (id: NodeId, field?: string): void => {
      const node = commands.now().flow.nodes.find((one) => one.id === id);
      if (!node) return;
      setWantedField(field ?? null);
      commands.select([id]);
      centre(node, 1);
    },
    [commands, centre],
  );
  const showNext = useCallback((): void => {
    const now = commands.now();
    const ids = [...foundBy(now.flow, wanted, t)];
    if (ids.length > 0) show(ids[(ids.indexOf(now.selected.length === 1 ? now.selected[0]! : '') + 1) % ids.length]!);
  }, [commands, wanted, t, show]);
  return { wanted, setWanted, wantedField, onLed, show, showNext };
}
