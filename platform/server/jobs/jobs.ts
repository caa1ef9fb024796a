/** Work that happens after a transaction committed, or by the clock. Retried until it succeeds, so it must be repeatable. */
export interface Job {
  /** `<feature>.<verb>` */
  task: string;
  run(payload: never): Promise<void>;
  /** It happens in tenants that are suspended or closed as well; others wait while their payload's `tenantId` is such. */
  evenInactive?: boolean;
  /** It waits for somebody outside, perhaps long: such jobs run apart, so that no other waits with them. */
  waits?: boolean;
  /**
   * It reaches people outside, and waits after a restore until an operator releases it (`outgoing-hold.ts`). `forgettable`: it is nothing
   * but a job, and may be dropped; `kept`: rows wait for it.
   */
  outgoing?: 'forgettable' | 'kept';
  /** `m h dom mon dow`, UTC; without it the job runs when somebody enqueues it. */
  cron?: string;
}
