import './skeleton.css';

/**
 * The shape of something that is on its way. There may be a hundred at once on the page that is slowest to come, so each is a plain box; what
 * holds them pulses as one (`waiting-shapes`), and only when it takes long.
 */
export const Skeleton = ({ width, height }: { width?: number | string; height: number }) => (
  <span className="skeleton" style={{ width, height }} aria-hidden />
);
