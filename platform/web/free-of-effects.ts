/**
 * Files of ours that are there for what they offer, told to the bundler: what a door (`web/index.ts`) only passes on comes with who uses
 * it. Left out are those imported for what they do (`load-zod.ts`), and a file that is nothing but a list of others, fetched as one.
 */
export const freeOfEffects =
  /\/(?:apps\/web|platform\/web|shared|core|features|adapters\/browser)\/(?!.*\b(?:load-zod|designer\/parts)\.ts).*\.tsx?$/;
