export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
}
