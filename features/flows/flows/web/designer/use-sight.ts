import { getViewportForBounds, useReactFlow } from '@xyflow/react';
import { useMemo, useRef, useState } from 'react';
import { widths } from '#platform/web/theme/widths.ts';
import type { Point } from '../../core/edit.ts';
import { isInSight } from './first-view.ts';
import { travel, wayTo } from './travel.ts';

/** As flow-panel.css has it. */
const SHEET_SHARE = 0.55;
const isNarrow = (): boolean => matchMedia(widths.narrow).matches;

/** How long the canvas takes to another place: no time where the reader wants nothing to move. */
const travelMs = (): number => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 200);

/** What of the canvas is in sight, and how that is changed. */
export interface Sight {
  centre(at: Point, zoom: number): void;
  /** A place of the canvas comes to its middle, as near as it is. */
  lookAt(at: Point): void;
  /** So near that steps are read and their lines can be drawn. */
  comeCloser(): void;
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
const CLOSE = 0.7;
const FIT = { padding: 0.15, maxZoom: 1 };
/** From so many steps on the whole flow comes into sight piece by piece. */
const MANY = 100;

export function useSight(): { sight: Sight; isOnWay: boolean } {
  const {
    setCenter,
    getZoom,
    zoomTo,
    getViewport,
    setViewport,
    fitView,
    getNodes,
    getNodesBounds,
    screenToFlowPosition,
  } = useReactFlow();
  const [isOnWay, setOnWay] = useState(false);
  const latest = useRef(0);
  const sight = useMemo((): Sight => {
    /** Whatever moves the canvas asks here first: it ends the way before it, and is told whether it is still the latest. */
    const begin = (isLong: boolean): (() => boolean) => {
      latest.current += 1;
      const mine = latest.current;
      setOnWay(isLong);
      return () => latest.current === mine;
    };
    const centre = ({ x, y }: Point, zoom: number): void => {
      begin(false);
      // Where the settings lie over the canvas, the step stands above them.
      const lift = isNarrow() ? ((document.querySelector('.flow-designer')?.clientHeight ?? 0) * SHEET_SHARE) / 2 : 0;
      void setCenter(x + 116, y + 60 + lift / zoom, { zoom, duration: travelMs() });
    };
    async function fitAll(): Promise<void> {
      const nodes = getNodes();
      const box = document.querySelector('.flow-canvas')?.getBoundingClientRect();
      const isLong = nodes.length >= MANY && travelMs() > 0;
      const isStill = begin(isLong && box !== undefined);
      if (!isLong || !box) return void (await fitView({ ...FIT, duration: travelMs() }));
      const { width, height } = box;
      const to = getViewportForBounds(getNodesBounds(nodes), width, height, LEAST_ZOOM, FIT.maxZoom, FIT.padding);
      // What still goes by the clock is stopped: it would be taken for a hand.
      void setViewport(getViewport());
      try {
        await travel(wayTo(getViewport(), to, nodes.length), { get: getViewport, set: setViewport, isStill });
      } finally {
        if (isStill()) setOnWay(false);
      }
    }
    return {
      centre,
      lookAt({ x, y }) {
        begin(false);
        void setCenter(x, y, { zoom: getZoom(), duration: travelMs() });
      },
      comeCloser() {
        begin(false);
        void zoomTo(CLOSE, { duration: travelMs() });
      },
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
  }, [setCenter, getZoom, zoomTo, getViewport, setViewport, fitView, getNodes, getNodesBounds, screenToFlowPosition]);
  return { sight, isOnWay };
}
