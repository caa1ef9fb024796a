import type { CarrierPreset } from './presets.ts';

/** A new trunk with what a preset says of it. */
export function presetTrunk<Trunk extends object>(fresh: Trunk, { id, name, fields }: CarrierPreset): Trunk {
  return { ...fresh, ...fields, name, preset: id } as unknown as Trunk;
}
