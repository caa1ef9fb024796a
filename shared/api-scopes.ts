/**
 * What a key of a tenant can be allowed on the public API. An endpoint joins it by naming the scope it belongs to
 * (`api: 'calls.read'`); a scope that no endpoint names is offered to nobody.
 */
export const apiScopes = [
  'calls.read',
  'recordings.read',
  'customers.read',
  'customers.write',
  'tags.read',
  'tags.write',
  'followRecords.read',
  'followRecords.write',
  'campaigns.read',
  'campaigns.write',
  'statistics.read',
] as const;
export type ApiScope = (typeof apiScopes)[number];
