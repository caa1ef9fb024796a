/** Numbers of the regular customers of a rehearsal: the demo knows who they are. Nobody has them: the block 5550 of Mexico City is kept for stories. */
export const virtualNumbers: readonly string[] = Array.from(
  { length: 169 },
  (_, place) => `52555550${1_000 + place * 53}`,
);
