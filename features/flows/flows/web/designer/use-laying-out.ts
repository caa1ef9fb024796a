import { useMemo } from 'react';
import { moveNodes } from '../../core/edit.ts';
import type { Flow } from '#core/flow/flow.ts';
import { drawnHeight, layOut } from '../../core/layout.ts';
import { drawnBranches } from './canvas-items.ts';
import { freePlace, STEP } from './first-view.ts';
import type { EditorCommands } from './use-editor.ts';
import type { Sight } from './use-sight.ts';

/** From one step to the next, as tidying up has it. */
const BESIDE = 90;

/** What lies on the canvas already. */
const places = ({ nodes, notes }: Flow) => [
  ...nodes.map((node) => ({ x: node.x, y: node.y, height: drawnHeight(node) })),
  ...notes,
];

/** Puts new things where there is room, in sight; and all of them in order. */
export function useLayingOut(commands: EditorCommands, sight: Sight) {
  return useMemo(
    () => ({
      add(kind: string): void {
        const now = commands.now();
        // What is added after a step goes on where that leads nowhere yet.
        const before = now.selected.length === 1 ? now.flow.nodes.find(({ id }) => id === now.selected[0]) : undefined;
        const free =
          before &&
          drawnBranches(now.flow, before).find(
            ({ key }) => !now.flow.edges.some(({ from, branch }) => from === before.id && branch === key),
          );
        const at = freePlace(
          places(now.flow),
          before && free ? { x: before.x + STEP.width + BESIDE, y: before.y } : sight.middle(),
        );
        commands.add(kind, at, before && free ? { from: before.id, branch: free.key } : undefined);
        sight.bringIn(at);
      },
      addNote: (): void => commands.note(freePlace(places(commands.now().flow), sight.middle())),
      paste: (): void => void commands.paste(sight.middle()),
      tidy(): void {
        commands.change((now) => moveNodes(now, new Map(layOut(now).map(({ id, x, y }) => [id, { x, y }]))));
        requestAnimationFrame(sight.fitAll);
      },
    }),
    [commands, sight],
  );
}
