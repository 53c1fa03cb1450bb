/** The wish cannot be carried out; the message says which, why and how to write it. Nothing ran. */
export class RunProblem extends Error {}
