import {
  any, array, bigint, boolean, coerce, custom, date, discriminatedUnion, email, enum as enumOf, file, guid, int, intersection, ipv4, ipv6, iso, json, lazy,
  literal, looseObject, map, NEVER, never, null as nullOf, nullable, nullish, number, object, optional, partialRecord, pipe, preprocess, record, set,
  strictObject, string, stringbool, templateLiteral, transform, tuple, undefined as undefinedOf, union, unknown, url, uuid, void as voidOf,
} from 'zod';
import { giveZod } from './zod-later.ts';

// Imported for its effect by whatever checks values on a page: from here on schemas are real. By name and not
// as a whole, because the whole of zod brings its messages in fifty languages; a test compares the names with
// what contracts use.
giveZod({
  any, array, bigint, boolean, coerce, custom, date, discriminatedUnion, email, enum: enumOf, file, guid, int, intersection, ipv4, ipv6, iso, json, lazy,
  literal, looseObject, map, NEVER, never, null: nullOf, nullable, nullish, number, object, optional, partialRecord, pipe, preprocess, record, set,
  strictObject, string, stringbool, templateLiteral, transform, tuple, undefined: undefinedOf, union, unknown, url, uuid, void: voidOf,
});
