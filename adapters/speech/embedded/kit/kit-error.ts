/** Why the kit is not there, in words for whoever runs this machine. */
export class KitError extends Error {}
