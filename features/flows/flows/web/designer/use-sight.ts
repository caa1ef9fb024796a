import { getViewportForBounds, useReactFlow } from '@xyflow/react';
import { useMemo, useState } from 'react';
import { widths } from '#platform/web/theme/widths.ts';
import type { Point } from '../../core/edit.ts';
import { isInSight } from './first-view.ts';
import { travel, wayTo } from './travel.ts';

/** As flow-panel.css has it. */
const SHEET_SHARE = 0.55;
const isNarrow = (): boolean => matchMedia(widths.narrow).matches;

/** How long the canvas takes to another place: no time where the reader wants nothing to move. */
export const travelMs = (): number => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 200);

/** What of the canvas is in sight, and how that is changed. */
export interface Sight {
  centre(at: Point, zoom: number): void;
  /** Where a new step stands in the middle of what is seen. */
  middle(): Point;
  /** A new step comes into sight. */
  bringIn(at: Point): void;
  /** A step was chosen: where the settings lie over the canvas, it moves out from under them. */
  tap(at: Point): void;
  fitAll(): void;
}

/** A thousand steps are in sight at once. */
export const LEAST_ZOOM = 0.02;
const FIT = { padding: 0.15, maxZoom: 1 };
/** From so many steps on the whole flow comes into sight piece by piece. */
const MANY = 100;

export function useSight(): { sight: Sight; isOnWay: boolean } {
  const { setCenter, getZoom, getViewport, setViewport, fitView, getNodes, getNodesBounds, screenToFlowPosition } =
    useReactFlow();
  const [isOnWay, setOnWay] = useState(false);
  const sight = useMemo((): Sight => {
    const centre = ({ x, y }: Point, zoom: number): void => {
      // Where the settings lie over the canvas, the step stands above them.
      const lift = isNarrow() ? ((document.querySelector('.flow-designer')?.clientHeight ?? 0) * SHEET_SHARE) / 2 : 0;
      void setCenter(x + 116, y + 60 + lift / zoom, { zoom, duration: travelMs() });
    };
    async function fitAll(): Promise<void> {
      const nodes = getNodes();
      const box = document.querySelector('.flow-canvas')?.getBoundingClientRect();
      if (nodes.length < MANY || travelMs() === 0 || !box)
        return void (await fitView({ ...FIT, duration: travelMs() }));
      const { width, height } = box;
      const to = getViewportForBounds(getNodesBounds(nodes), width, height, LEAST_ZOOM, FIT.maxZoom, FIT.padding);
      setOnWay(true);
      await travel(wayTo(getViewport(), to, nodes.length), { get: getViewport, set: setViewport });
      setOnWay(false);
    }
    return {
      centre,
      middle() {
        const box = document.querySelector('.flow-canvas')?.getBoundingClientRect();
        const { x, y } = screenToFlowPosition({
          x: (box?.left ?? 0) + (box?.width ?? 800) / 2,
          y: (box?.top ?? 0) + (box?.height ?? 600) / 2,
        });
        return { x: Math.round(x) - 116, y: Math.round(y) - 40 };
      },
      bringIn(at) {
        if (isNarrow() || !isInSight(at, getViewport())) centre(at, getZoom());
      },
      tap(at) {
        if (isNarrow()) centre(at, getZoom());
      },
      fitAll: () => void fitAll(),
    };
  }, [setCenter, getZoom, getViewport, setViewport, fitView, getNodes, getNodesBounds, screenToFlowPosition]);
  return { sight, isOnWay };
}
