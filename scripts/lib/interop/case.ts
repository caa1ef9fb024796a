import type { Product } from './product.ts';

/** Something that others wrote: an identity provider, a browser. */
export interface InteropCase {
  name: string;
  /** What to do before it can be tried here; null: nothing. */
  lacks(): Promise<string | null>;
  /** What its product is started with; without it, one product serves several. */
  env?(): Promise<Readonly<Record<string, string>>>;
  /** Uses the product with it; answers what was seen. Throws where it went otherwise. */
  play?(product: Product): Promise<string[]>;
  /** The same without the product as a whole. */
  playAlone?(): Promise<string[]>;
}
