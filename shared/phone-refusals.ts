/** Codes by which a desk knows that its phone is elsewhere; apart from the table of failures, which pages fetch when one is told. */
export const phoneRefusals = { inUseElsewhere: 409, sipPhoneInstead: 20808, mobileInstead: 20809 } as const;
