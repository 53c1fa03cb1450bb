/** Sets that only ever merge; each is known by the member the others were joined to. */
export class DisjointSets {
  readonly #parent: Int32Array;

  constructor(count: number) {
    this.#parent = Int32Array.from({ length: count }, (_, member) => member);
  }

  find(member: number): number {
    const parent = this.#parent;
    while (parent[member] !== member) {
      parent[member] = parent[parent[member]!]!;
      member = parent[member]!;
    }
    return member;
  }

  /** The set of `member` becomes part of the set of `leader`, which keeps its name. */
  join(member: number, leader: number): void {
    this.#parent[this.find(member)] = this.find(leader);
  }
}
