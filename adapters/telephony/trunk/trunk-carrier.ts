import type { Carrier } from '../carrier.ts';
import type { TrunkState } from '#core/trunk/trunk-state.ts';

/** One line to one carrier. */
export interface TrunkCarrier extends Carrier {
  state(): TrunkState;
  /** Asks where its gateways are; `state()` knows the addresses afterwards. */
  find(): Promise<void>;
  /** Asks every gateway whether it lives; `state()` knows the answers afterwards. */
  check(): Promise<void>;
  /** Registers now, whatever it waits for; done when the carrier answered, or nobody did. */
  register(): Promise<void>;
  /** Says goodbye to the registrar and takes no call any more; it is gone when its last call is over. */
  retire(): Promise<void>;
  /** Ends its calls, says goodbye to the registrar and is gone. */
  close(): Promise<void>;
}
