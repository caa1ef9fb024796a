export interface MaskedPeople {
  needsMasking(tenantId: number, userId: number): Promise<boolean>;
  /** Roles changed: everybody is looked up anew. */
  forget(): void;
}
