/** An exchange did not answer, or refused to: nothing is known, which is never the same as "nothing is there". */
export class Unreadable extends Error {}
