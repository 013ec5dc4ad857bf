/** Why an answer could not be seen: the end of a sentence. */
export class Unseen extends Error {}

/** The same, and nothing more may be written. */
export class Stopped extends Unseen {}
