/** Tells if the checker that Coq proves right accepts a part of a file of cards. It throws where it cannot read the part. */
export function judged(part: string): boolean;
