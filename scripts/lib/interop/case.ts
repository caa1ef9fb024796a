import type { Product } from './product.ts';

/** A provider that others wrote. */
export interface InteropCase {
  name: string;
  /** What to do before it can be tried here; null: nothing. */
  lacks(): Promise<string | null>;
  /** Signs somebody in by it; answers what was seen. Throws where it went otherwise. */
  play(product: Product): Promise<string[]>;
}
