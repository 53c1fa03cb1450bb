/** What is wrong with one part of something that was handed in. */
export interface ProblemAt {
  /** The path of the part; empty: the whole. */
  readonly where: string;
  readonly message: string;
}
