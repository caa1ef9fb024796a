/**
 * The trunks of the tenants at home in this process: open as their rows say, and their rows say how they are.
 *
 * 1. They open when the desk of their tenant moves in, and close with their calls when it moves out.
 * 2. A change that is committed anywhere is obeyed here. Calls go on over what a trunk was.
 * 3. One that cannot be opened says why and keeps no other from opening.
 */
export interface TrunkLines {
  moveIn(tenantId: number): Promise<void>;
  moveOut(tenantId: number): Promise<void>;
  /** Tenants with a trunk that is on: a carrier may call them at any moment, so they want a home. */
  leftBehind(): Promise<number[]>;
  start(): Promise<void>;
  stop(): Promise<void>;
}
