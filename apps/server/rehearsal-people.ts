/** The rehearsal carrier, as `trunk.carrier` names it. */
export const REHEARSAL = 'rehearsal';
/** The rehearsal carrier's people are the same at every start. */
export const REHEARSAL_SEED = 20_261_115;
